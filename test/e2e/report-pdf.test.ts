import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { mainMessages } from '../../src-shared/words/main-messages.ts';
import { makeTempFolder } from '../support/temp.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter } from '../ui/pages/first-sale-story.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null).each(languageCodes)(
  `a report as a file, in Electron, in %s${because}`,
  (language) => {
    const folder = makeTempFolder();
    let running: RunningCounter;
    let counter: CounterWindow;
    beforeAll(async () => {
      running = await startCounter();
      counter = new CounterWindow(running.page);
      await enrolCounter(counter, language);
    });
    afterAll(async () => {
      await running.stop();
      folder.remove();
    });

    /** The box of the system's own chooses `path` from now on. */
    const saveAs = (path: string) =>
      running.app.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = (...[, options]: unknown[]) => {
          Object.assign(globalThis, { asked: options });
          return Promise.resolve({ canceled: false, filePath: chosen });
        };
      }, path);

    it('is a PDF with the fonts of the counter, which only its owner reads, and a table for spreadsheets', async () => {
      const pdf = join(folder.path, 'x.pdf');
      await saveAs(pdf);
      await counter.go('day');
      await counter.button('report.save.pdf').click();
      await expect.poll(() => existsSync(pdf)).toBe(true);
      await counter.text('report.saved').waitFor();
      const bytes = readFileSync(pdf).toString('latin1');
      expect(bytes).toMatch(/^%PDF-1\.\d/);
      expect(bytes).toContain('Vazirmatn');
      expect(bytes.match(/\/Type \/Page\b/g)).toHaveLength(1);
      expect(statSync(pdf).mode & 0o077).toBe(0);
      const asked = await running.app.evaluate(() => Reflect.get(globalThis, 'asked') as { readonly title: string });
      expect(asked.title).toBe(mainMessages[language]['box.save.report.title']);
      const csv = join(folder.path, 'x.csv');
      await saveAs(csv);
      await counter.button('report.save.csv').click();
      // It is there a moment before all of it is.
      await expect
        .poll(() => (existsSync(csv) ? readFileSync(csv, 'utf8') : ''))
        .toMatch(/^\u{FEFF}of,id,name,currency,sales,cards,charge,cost,margin\r\nall,/u);
    });
  },
);
