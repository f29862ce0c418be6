import { describe, expect, it } from 'vitest';
import { updateCodes, updateWaits } from '../../../src-shared/contract/update-codes.ts';
import type { UpdateView } from '../../../src-shared/contract/updates.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { noUpdate } from './double-updates.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const offer = { version: '0.2.0', waits: null };

const toCounter = async (counter: CounterPage): Promise<void> => {
  await counter.area('nav.counter').click();
  await counter.page.getByText(counter.words('updates.version', { version: '0.1.0' }), { exact: true }).waitFor();
};
const says = (counter: CounterPage, key: Parameters<CounterPage['words']>[0], version?: string): Promise<void> =>
  counter.page.getByText(counter.words(key, version === undefined ? {} : { version }), { exact: true }).waitFor();
const tell = (counter: CounterPage, part: Partial<UpdateView>): Promise<void> =>
  counter.notify('updatesChanged', { ...noUpdate, ...part });

describe.each(languageCodes)('updates, in %s', (language) => {
  it('are looked for by hand, over the web and on a stick, and what came of it is said', async () => {
    await withCounter({ language }, async (counter) => {
      await toCounter(counter);
      await counter.text('updates.notLooked').waitFor();
      await counter.button('updates.look').press('Enter');
      await says(counter, 'updates.looking');
      await tell(counter, { busy: 'fetching' });
      await says(counter, 'updates.fetching');
      await tell(counter, { fault: { code: 'version_not_newer' }, lookedAt: '2026-11-24T08:00:00.000Z' });
      await says(counter, 'updates.fault.version_not_newer');
      await counter.text('updates.lookedAt').waitFor();
      expect(await counter.hasFocus()).toBe(true);
      await counter.button('updates.lookInFolder').click();
      await says(counter, 'updates.looking');
      expect(await counter.made('updates.look')).toEqual([{}]);
      expect(await counter.made('updates.lookInFolder')).toEqual([{}]);
    });
  });

  it('are not taken for a reason, and each has a sentence', async () => {
    await withCounter({ language }, async (counter) => {
      await toCounter(counter);
      for (const code of updateCodes) {
        await tell(counter, { fault: { code } });
        await says(counter, `updates.fault.${code}`);
      }
    });
  });

  it('wait for what goes on at the counter, with no way to install them meanwhile', async () => {
    await withCounter({ language, double: { updates: { offer } } }, async (counter) => {
      await toCounter(counter);
      for (const waits of updateWaits) {
        await tell(counter, { offer: { ...offer, waits } });
        await says(counter, `updates.waits.${waits}`);
        expect(await counter.button('updates.install').count()).toBe(0);
      }
      // Main tells nobody that the reason is gone: the screen asks.
      await counter.set({ updates: { offer } });
      await counter.button('updates.install').waitFor();
    });
  });

  it('are announced in one line, which goes away until later, and are installed by keys alone', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      expect(await counter.button('updates.open').count()).toBe(0);
      await tell(counter, { offer, announced: true });
      await says(counter, 'updates.announced', '0.2.0');
      await counter.button('updates.later').click();
      await expect.poll(() => counter.button('updates.open').count()).toBe(0);
      await tell(counter, { offer, announced: true });
      await counter.button('updates.open').press('Enter');
      await says(counter, 'updates.ready', '0.2.0');
      await counter.button('updates.install').press('Enter');
      await says(counter, 'updates.next', '0.2.0');
      expect(await counter.made('updates.install')).toEqual([{}]);
      expect(await counter.made('updates.putOff')).toEqual([{}]);
      expect(await counter.button('updates.look').count()).toBe(0);
    });
  });

  it('of a package are checked, and the administrator’s command is shown and copied', async () => {
    await withCounter({ language, double: { updates: { way: 'administrator', offer } } }, async (counter) => {
      await toCounter(counter);
      await counter.button('updates.check').click();
      await counter.page.getByText("sudo apt install '/home/ali/counterfoil.deb'", { exact: true }).waitFor();
      await counter.button('updates.copy').click();
      await says(counter, 'updates.copied');
      expect(await counter.made('updates.copyCommand')).toEqual([{}]);
    });
  });

  it('that this program does not fetch are named with the address, and a build without a feed says so', async () => {
    const address = 'https://updates.example/counterfoil/';
    const elsewhere = { way: 'elsewhere', offer: { ...offer, address } } as const;
    await withCounter({ language, double: { updates: elsewhere } }, async (counter) => {
      await toCounter(counter);
      await says(counter, 'updates.elsewhere', '0.2.0');
      await counter.page.getByText(address, { exact: true }).waitFor();
      expect(await counter.button('updates.install').count()).toBe(0);
      await tell(counter, { way: null });
      await says(counter, 'updates.none');
      expect(await counter.button('updates.look').count()).toBe(0);
    });
  });

  it('are offered where the journal is newer than the program', async () => {
    const start = { mode: 'deployment', enrolment: { state: 'none' }, problem: { code: 'journal_newer' } } as const;
    await withCounter({ language, double: { start } }, async (counter) => {
      await counter.text('failure.journal_newer.says').waitFor();
      await counter.button('updates.look').waitFor();
    });
  });
});
