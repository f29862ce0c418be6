import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { traces } from './codes-traces.ts';
import { recoveryPhrase } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

it.each(languageCodes)(
  'in %s a recovery phrase is made only when it is asked for twice, and hidden when the window is left',
  async (language) => {
    await withCounter({ language, double: { start: { mode: 'deployment' } } }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('recovery.make').click();
      await counter.button('recovery.confirm').waitFor();
      expect(await counter.axe()).toEqual([]);
      await counter.page.keyboard.press('Enter');
      await counter.page.getByRole('alertdialog').waitFor({ state: 'detached' });
      expect(await counter.made('app.recoveryPhrase')).toEqual([]);
      await counter.button('recovery.make').click();
      await counter.button('recovery.confirm').click();
      const groups = counter.page.locator('.phrase li');
      await groups.last().waitFor();
      expect((await groups.allTextContents()).join('-')).toBe(recoveryPhrase);
      await counter.page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await counter.button('recovery.show').waitFor();
      expect(await traces(counter)).not.toContain(recoveryPhrase.slice(0, 4));
      await counter.button('recovery.show').click();
      await groups.last().waitFor();
      expect(await counter.made('screen.codesHidden')).toEqual([]);
      await counter.button('recovery.done').click();
      await counter.text('recovery.kept').waitFor();
      await expect.poll(() => counter.made('screen.codesHidden')).toEqual([{}]);
      // From now on another one takes the place of this.
      await counter.button('recovery.confirm').waitFor();
    });
  },
);

it('a recovery phrase leaves the screen after five minutes, hidden or not, later where somebody asks for that', async () => {
  await withCounter({ double: { start: { mode: 'deployment' } }, isLast: true }, async (counter) => {
    await counter.area('nav.counter').click();
    await counter.button('recovery.make').click();
    await counter.button('recovery.confirm').waitFor();
    await counter.holdClock();
    await counter.button('recovery.confirm').click();
    await counter.page.clock.runFor(1_000);
    await counter.page.getByRole('progressbar', { name: 'Gone for good in 5 minutes' }).waitFor();
    await counter.button('codes.extend').click();
    await counter.page.clock.runFor(590_000);
    await counter.page.locator('.phrase li').last().waitFor();
    await counter.page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await counter.page.clock.runFor(20_000);
    await counter.text('recovery.late').waitFor();
    expect(await traces(counter)).not.toContain(recoveryPhrase.slice(0, 4));
    await expect.poll(() => counter.made('screen.codesHidden')).toEqual([{}]);
  });
});

describe.each(languageCodes)('a counter that does not open, in %s', (language) => {
  const broken = (problem: Failure): Parameters<typeof withCounter>[0] => ({
    language,
    double: { start: { mode: 'deployment', enrolment: { state: 'none' }, problem } },
  });

  it('takes the deployment file again where it could not be read, and says what is wrong with that one', async () => {
    await withCounter(broken({ code: 'profile_unreadable' }), async (counter) => {
      const choose = async (text: string): Promise<void> => {
        const choosing = counter.page.waitForEvent('filechooser');
        await counter.button('firstRun.deployment.choose').click();
        await (
          await choosing
        ).setFiles({ name: 'deployment.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      };
      await choose('{}');
      await counter.text('failure.profile_invalid.says').waitFor();
      expect(await counter.text('failure.profile_unreadable.says').count()).toBe(0);
      await choose('{"version":1}');
      await counter.button('enrol.submit').waitFor();
      expect(await counter.hasFocus()).toBe(true);
    });
  });

  it('offers no recovery phrase under a key store that is locked, and tells when one has opened it', async () => {
    await withCounter(broken({ code: 'vault_unavailable', detail: 'sealer_unavailable' }), async (counter) => {
      await counter.text('keyStore.locked.1').waitFor();
      expect(await counter.button('recover.open').count()).toBe(0);
    });
    await withCounter(broken({ code: 'vault_missing' }), async (counter) => {
      for (const step of ['keyStore.gone.1', 'keyStore.gone.2', 'keyStore.gone.3', 'keyStore.gone.4'] as const)
        await counter.text(step).waitFor();
      expect(await counter.button('recover.open').count()).toBe(0);
    });
    await withCounter(broken({ code: 'vault_unavailable', detail: 'sealer_changed' }), async (counter) => {
      await counter.button('recover.open').click();
      expect(
        await counter
          .button('recover.submit')
          .evaluate(
            (button) =>
              button.getBoundingClientRect().bottom <
              (document.querySelector('.tray')?.getBoundingClientRect().top ?? 0),
          ),
      ).toBe(true);
      await counter.page.getByLabel(counter.words('recover.phrase'), { exact: true }).fill(recoveryPhrase);
      await counter.button('recover.submit').click();
      await counter.text('recover.done').waitFor();
      expect(await counter.hasFocus()).toBe(true);
    });
  });
});
