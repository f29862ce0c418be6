import { describe, expect, it } from 'vitest';
import { durationWords } from '../../../src-shared/words/clock-words.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { pageMessages } from '../../../src-shared/words/page-messages.ts';
import { id } from './double-data.ts';
import { muchEvidence } from './double-diagnosis.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

describe.each(languageCodes)('the diagnosis, in %s', (language) => {
  it('lays what was signed beside what the service saw, and says what each permission is for', async () => {
    await withCounter({ language, double: { diagnosis: { effectiveScopes: ['orders:create'] } } }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('diagnosis.open').click();
      await counter.text('diagnosis.allAgree').waitFor();
      const table = counter.page.getByRole('table');
      expect(await table.getByText('5 x-service-date', { exact: true }).count()).toBe(2);
      expect(await table.getByText(id(1, 1), { exact: true }).count()).toBe(1);
      const permissions = counter.page.locator('.permissions li');
      expect(await permissions.count()).toBe(8);
      const reveal = permissions.filter({ hasText: 'cards:reveal' });
      expect(await reveal.textContent()).toContain(pageMessages[language]['permission.cards:reveal']);
      expect(await reveal.textContent()).toContain(counter.words('diagnosis.missing'));
      await counter.text('enrol.noReveal').waitFor();
      expect(await counter.made('diagnosis.search')).toEqual([]);
    });
  });

  it('that finds no permission to reveal has the next sale warn of it, and one with another key that has it warn no more', async () => {
    await withCounter({ language, double: { diagnosis: { effectiveScopes: ['orders:create'] } } }, async (counter) => {
      const warning = counter.page.getByRole('complementary').getByText(counter.words('enrol.noReveal'));
      await counter.cards().first().click();
      await counter.button('sale.buy').waitFor();
      expect(await warning.count()).toBe(0);
      await counter.area('nav.counter').click();
      await counter.button('diagnosis.open').click();
      await counter.text('enrol.noReveal').waitFor();
      await counter.area('nav.sell').click();
      await warning.waitFor();
      await counter.set({ start: { scopes: ['orders:create', 'cards:reveal'] } });
      await counter.notify('enrolmentChanged', { state: 'active', keyId: id(5, 2) });
      await warning.waitFor({ state: 'detached' });
    });
  });

  it('marks the line where the service saw something else', async () => {
    const lines = [{ name: 'authority' as const, sent: 'partner.example', seen: 'inner.example', agree: false }];
    await withCounter({ language, double: { diagnosis: { lines } } }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('diagnosis.open').click();
      await counter.text('diagnosis.someDiffer').waitFor();
      expect(await counter.page.locator('tr[data-differs="true"]').textContent()).toContain('inner.example');
    });
  });

  it('looks for the cause by itself where the call is refused, and applies the change only after a confirmation', async () => {
    await withCounter(
      { language, double: { failing: { 'diagnosis.run': 'invalid_credentials' } } },
      async (counter) => {
        await counter.area('nav.counter').click();
        await counter.button('diagnosis.open').click();
        await counter.page.getByText(pageMessages[language]['cause.profile.says'], { exact: true }).waitFor();
        await counter.page.getByText('request.emptyQuery', { exact: true }).waitFor();
        await counter.text('diagnosis.evidence.confirmed').waitFor();
        // The refusal has another advice than its cause.
        expect(await counter.text('failure.invalid_credentials.next').count()).toBe(0);
        await counter.button('diagnosis.apply').click();
        expect(await counter.made('app.applyChange')).toEqual([]);
        await counter.button('diagnosis.apply.back').click();
        expect(await counter.made('app.applyChange')).toEqual([]);
        await counter.button('diagnosis.apply').click();
        await counter.page
          .getByRole('alertdialog')
          .getByRole('button', { name: counter.words('diagnosis.apply'), exact: true })
          .click();
        await expect.poll(async () => (await counter.made('app.applyChange')).length).toBe(1);
        await expect.poll(async () => (await counter.made('diagnosis.run')).length).toBe(2);
      },
    );
  });

  it('searches once: another visit shows what was found, and only a person looks again', async () => {
    await withCounter(
      { language, double: { failing: { 'diagnosis.run': 'invalid_credentials' } } },
      async (counter) => {
        const found = counter.page.getByText(pageMessages[language]['cause.profile.says'], { exact: true });
        const searched = async (): Promise<number> => (await counter.made('diagnosis.search')).length;
        await counter.area('nav.counter').click();
        await counter.button('diagnosis.open').click();
        await found.waitFor();
        await counter.area('nav.orders').click();
        await counter.area('nav.counter').click();
        await counter.button('diagnosis.open').click();
        await found.waitFor();
        await expect.poll(async () => (await counter.made('diagnosis.run')).length).toBe(2);
        expect(await searched()).toBe(1);
        await counter.button('diagnosis.find').click();
        await expect.poll(searched).toBe(2);
      },
    );
  });

  it.each(['word_needed', 'key_awaiting'] as const)(
    'tries no other form before a person says so: %s',
    async (cause) => {
      const evidence = [{ kind: 'wordNeeded' as const, facts: {} }];
      const examination = { cause, changes: [], fields: [], evidence, applicable: false };
      await withCounter(
        { language, double: { failing: { 'diagnosis.run': 'invalid_credentials' }, examination } },
        async (counter) => {
          await counter.area('nav.counter').click();
          await counter.button('diagnosis.open').click();
          await counter.page.getByText(pageMessages[language][`cause.${cause}.next`], { exact: true }).waitFor();
          await counter.button('diagnosis.tryForms').click();
          await expect.poll(() => counter.made('diagnosis.search')).toEqual([{ tryForms: false }, { tryForms: true }]);
        },
      );
    },
  );

  it('that finds the cause says it in place of the refusal, with its support number', async () => {
    const examination = { cause: 'certificate_refused' as const, changes: [], applicable: false };
    await withCounter(
      { language, double: { failing: { 'diagnosis.run': 'service_unreachable' }, examination } },
      async (counter) => {
        await counter.area('nav.counter').click();
        await counter.button('diagnosis.open').click();
        const cause = counter.page.locator('.cause');
        await cause.getByText(pageMessages[language]['cause.certificate_refused.says'], { exact: true }).waitFor();
        await cause.getByText('req-failed-1', { exact: true }).waitFor();
        expect(await counter.text('failure.service_unreachable.says').count()).toBe(0);
        await counter.set({ failing: { 'diagnosis.run': 'dependency_unavailable' } });
        await counter.button('diagnosis.again').click();
        await counter.text('failure.dependency_unavailable.says').waitFor();
        expect(await cause.getByText('req-failed-1', { exact: true }).count()).toBe(0);
      },
    );
  });

  it('writes names of the protocol left to right, each whole in its line', async () => {
    const examination = { cause: 'service_form' as const, changes: [], evidence: muchEvidence };
    await withCounter(
      { language, double: { failing: { 'diagnosis.run': 'answer_unverified' }, examination } },
      async (counter) => {
        await counter.area('nav.counter').click();
        await counter.button('diagnosis.open').click();
        const names = counter.page.locator('.cause__name');
        await names.filter({ hasText: '@authority;req' }).waitFor();
        expect(await names.count()).toBe(9);
        const drawn = await names.evaluateAll((all) =>
          all.map((name) => {
            const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
            if (!(text instanceof Text)) throw new Error('no text');
            const boxes = [0, text.length - 1].map((at) => {
              const range = document.createRange();
              range.setStart(text, at);
              range.setEnd(text, at + 1);
              return range.getBoundingClientRect();
            });
            return [(boxes[0]?.left ?? 0) < (boxes[1]?.left ?? 0), boxes[0]?.top === boxes[1]?.top];
          }),
        );
        expect(drawn.flat()).not.toContain(false);
      },
    );
  });

  it('keeps several names of the protocol apart', async () => {
    const evidence = [{ kind: 'takenOut' as const, facts: { component: 'signature, signature-input' } }];
    const examination = { cause: 'request_changed' as const, changes: [], evidence };
    await withCounter(
      { language, double: { failing: { 'diagnosis.run': 'invalid_credentials' }, examination } },
      async (counter) => {
        await counter.area('nav.counter').click();
        await counter.button('diagnosis.open').click();
        const said = counter.page.locator('.cause__evidence li').first();
        await said.waitFor();
        const and = { en: ' and ', ar: ' و' }[language];
        expect((await said.textContent())?.replaceAll('\u2060', '')).toContain(`signature${and}signature-input`);
      },
    );
  });

  it('gives what it found to whoever helps, in one file, where anything is wrong', async () => {
    await withCounter({ language, double: { failing: { 'diagnosis.run': 'answer_unverified' } } }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('diagnosis.open').click();
      await counter.button('diagnosis.save').press('Enter');
      await counter.text('supportLog.saved').waitFor();
      expect(await counter.made('supportLog.save')).toEqual([{}]);
      expect(await counter.axe()).toEqual([]);
      await counter.set({ examination: { cause: 'none', changes: [] } });
      await counter.button('diagnosis.find').click();
      await counter.page.getByText(pageMessages[language]['cause.none.says'], { exact: true }).waitFor();
      expect(await counter.button('diagnosis.save').count()).toBe(0);
    });
  });

  it('can be stopped while it searches, and says so', async () => {
    await withCounter(
      { language, double: { failing: { 'diagnosis.run': 'invalid_credentials' }, searchesLong: true } },
      async (counter) => {
        await counter.area('nav.counter').click();
        // The page of a busy machine may skip a second: its time is told by hand.
        const setTime = (ms: number) =>
          counter.page.evaluate((nowMs) => {
            Date.now = () => nowMs;
          }, ms);
        await setTime(1_800_000_000_000);
        await counter.button('diagnosis.open').click();
        await counter.button('diagnosis.cancel').waitFor();
        await setTime(1_800_000_002_500);
        await counter.page
          .locator('.diagnosis__waiting')
          .getByText({ ar: 'مضت ثانيتان.', en: '2 seconds so far.' }[language])
          .waitFor();
        expect(await counter.axe()).toEqual([]);
        expect(await counter.smallTargets()).toEqual([]);
        await counter.button('diagnosis.cancel').press('Enter');
        await counter.page.getByText(pageMessages[language]['cause.stopped.says'], { exact: true }).waitFor();
        expect(await counter.made('diagnosis.cancel')).toHaveLength(1);
      },
    );
  });

  it('shows a permission that this version does not know under its own name', async () => {
    await withCounter(
      {
        language,
        double: {
          diagnosis: { effectiveScopes: ['orders:create', 'refunds:create'] },
          start: { language, scopes: ['orders:create', 'refunds:create'] },
        },
      },
      async (counter) => {
        await counter.area('nav.counter').click();
        const facts = counter.page.locator('.key-facts__scopes');
        expect(await facts.getByRole('listitem').allTextContents()).toEqual([
          pageMessages[language]['permission.orders:create'],
          'refunds:create',
        ]);
        await counter.button('diagnosis.open').click();
        const unknown = counter.page.locator('.permissions li').filter({ hasText: 'refunds:create' });
        expect(await unknown.textContent()).toContain(counter.words('diagnosis.unknownScope'));
        expect(await counter.axe()).toEqual([]);
      },
    );
  });

  it('tells a place in another order, and nothing as different that agrees', async () => {
    const components = [
      { name: '@path', signedAt: 2, requiredAt: 1, agree: true },
      { name: 'nonce', signedAt: 1, requiredAt: null, agree: true },
      { name: 'x-tenant', signedAt: null, requiredAt: 2, agree: false },
    ];
    const lines = [{ name: 'components' as const, sent: 'nonce @path', seen: '@path x-tenant', agree: false }];
    await withCounter({ language, double: { diagnosis: { components, lines } } }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('diagnosis.open').click();
      await counter.text('diagnosis.someDiffer').waitFor();
      const differing = counter.page.locator('tr[data-differs="true"]');
      expect(await differing.count()).toBe(1);
      expect(await differing.textContent()).toContain('2 x-tenant');
      await counter.page.getByText('2 @path', { exact: true }).waitFor();
      await counter.page.getByText('1 @path', { exact: true }).waitFor();
    });
  });

  it('says by how much the clock is off on every area, as soon as it is known', async () => {
    await withCounter({ language, double: {} }, async (counter) => {
      expect(await counter.page.locator('.banner--clock').count()).toBe(0);
      const band = counter.page.locator('.banner--clock');
      // A page that still starts takes the offset of its start, which this double does not have.
      await expect
        .poll(async () => {
          await counter.notify('clockChanged', { offsetSeconds: -18_000 });
          return band.count();
        })
        .toBe(1);
      expect(await band.textContent()).toContain(durationWords(18_000, language));
      await counter.area('nav.orders').click();
      await band.waitFor();
      await counter.set({ start: { clockOffsetSeconds: -18_000 }, diagnosis: { clockOffsetMs: -18_000_000 } });
      await counter.area('nav.counter').click();
      await counter.button('diagnosis.open').click();
      await counter.text('diagnosis.allAgree').waitFor();
      await expect.poll(async () => (await counter.made('app.start')).length).toBeGreaterThan(1);
      expect(await counter.page.locator('.callout').getByText(durationWords(18_000, language)).count()).toBe(0);
      expect(await band.count()).toBe(1);
      // Selling does not go on without the service, so nothing says so.
      await counter.notify('connectionChanged', { online: false });
      await counter.text('app.offline').waitFor();
      expect(await band.count()).toBe(0);
    });
  });

  it('is one step away from a sale that was refused for its signature', async () => {
    await withCounter({ language, double: { outcome: 'refused', refusal: 'invalid_credentials' } }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.buy').click();
      await counter.button('diagnosis.find').first().click();
      await counter.page.getByRole('heading', { name: counter.words('diagnosis.title') }).waitFor();
    });
  });
});
