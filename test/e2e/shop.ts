import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes, type Language } from '../../src-shared/words/languages.ts';
import type { CounterWindow } from '../ui/pages/counter-window.ts';
import { MisconfiguredStory } from '../ui/pages/misconfigured-story.ts';
import { RestoredStory } from '../ui/pages/restored-story.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { ElectronShop } from './electron-shop.ts';
import { whyNoKeyring } from './keyring-session.ts';

const obstacle = whyNoElectron() ?? whyNoKeyring();
const because = obstacle === null ? '' : ` (${obstacle})`;

/** What training never shows, in one language: a service that was chosen, and records that outlive the counter. */
export function shopIn(language: Language): void {
  describe.skipIf(obstacle !== null)(`a shop's counter in Electron, in ${language}${because}`, () => {
    let shop: ElectronShop;
    let counter: CounterWindow;
    let soldSince: readonly string[] = [];
    beforeAll(async () => {
      shop = await ElectronShop.start(language);
      counter = await shop.open();
    });
    afterAll(() => shop.stop());

    it('whose deployment file says another form than its service takes is told the one cause and the exact change', async () => {
      await shop.misconfigure(counter, 'request.encoding', 'der');
      await new MisconfiguredStory(counter).cause();
    });

    it('takes the change when a person confirms it, and sells', async () => {
      await new MisconfiguredStory(counter).cure();
      // What nobody has seen yet would be asked about before the same is sold again.
      await counter.codes.reveal();
      await counter.codes.hide();
      await counter.codes.close();
    });

    it('whose records were restored from a backup sells nothing and hands no code out until it is checked', async () => {
      await shop.backUp();
      soldSince = await shop.sell(await shop.open());
      await shop.restore();
      counter = await shop.open();
      await new RestoredStory(counter).lockedUntilChecked();
    });

    it('names the cards that were sold after the backup', () => new RestoredStory(counter).check(soldSince));
    it('gives its codes out and sells again', () => new RestoredStory(counter).sellsAgain());

    // Files are the same in every language.
    if (language === languageCodes[0]) {
      it('has none of its codes, nor what its key was enrolled with, in any file: they were shown, copied, printed and hidden', async () => {
        await shop.printNowhere();
        await counter.sell.pick();
        await counter.sell.buy();
        await counter.codes.reveal();
        await counter.button('codes.copy.voucher', { number: 1 }).click();
        await counter.button('receipt.print').click();
        await counter.text('receipt.withCodes').click();
        await counter.button('receipt.send').click();
        await counter.button('receipt.yes').click();
        await counter.codes.reveal();
        await counter.codes.hide();
        const { lookedFor, found } = await shop.secretsWritten();
        expect(lookedFor).toBeGreaterThan(6);
        expect(found).toEqual([]);
      });
    }
  });
}
