import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { mainMessages } from '../../src-shared/words/main-messages.ts';
import { makeTempFolder } from '../support/temp.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

interface Asked {
  readonly title: string;
  readonly buttonLabel: string;
}

/** The box of the system's own chooses `path` from now on, or nothing. Gives what it was asked for with, once. */
async function chooseInBox({ app }: RunningCounter, path: string | null): Promise<() => Promise<readonly Asked[]>> {
  await app.evaluate(({ dialog }, chosen) => {
    const asked: unknown[] = [];
    dialog.showOpenDialog = (...[, options]: unknown[]) => {
      asked.push(options);
      return Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] });
    };
    Object.assign(globalThis, { asked });
  }, path);
  return () => app.evaluate(() => (Reflect.get(globalThis, 'asked') as Asked[]).splice(0));
}

describe.skipIf(obstacle !== null).each(languageCodes)(
  `the box that asks for a file, in Electron, in %s${because}`,
  (language) => {
    const folder = makeTempFolder();
    const data = join(folder.path, 'data');
    let running: RunningCounter | null = null;
    beforeAll(async () => {
      running = await startCounter({ data });
    });
    afterAll(async () => {
      await running?.stop();
      folder.remove();
    });

    const screens = async (): Promise<{ readonly now: RunningCounter; readonly counter: CounterWindow }> => {
      if (running === null) throw new Error('no counter runs');
      const counter = new CounterWindow(running.page);
      await counter.page.locator('#root > *').first().waitFor();
      await counter.speak(language);
      return { now: running, counter };
    };

    it('speaks the language that was chosen last, and gives main the file, which the page never had', async () => {
      const { now, counter } = await screens();
      const file = join(folder.path, 'deployment.json');
      writeFileSync(file, '{}');
      const nothing = await chooseInBox(now, null);
      await counter.button('firstRun.deployment.choose').click();
      await expect
        .poll(nothing)
        .toEqual([expect.objectContaining({ title: mainMessages[language]['box.file.title'] })]);
      expect(await counter.text('failure.profile_invalid.says').count()).toBe(0);
      const chosen = await chooseInBox(now, file);
      await counter.button('firstRun.deployment.choose').click();
      await counter.text('failure.profile_invalid.says').waitFor();
      const [asked] = await chosen();
      expect(asked?.title).toBe(mainMessages[language]['box.file.title']);
      expect(asked?.buttonLabel).not.toBe('');
      writeFileSync(file, ' '.repeat(262_145));
      await counter.button('firstRun.deployment.choose').click();
      await counter.text('firstRun.fileTooLarge').waitFor();
    });

    it('has the words that are the system’s own in that language from the next start on', async () => {
      await running?.stop();
      running = await startCounter({ data });
      const { now } = await screens();
      expect(await now.app.evaluate(({ app }) => [app.getLocale().slice(0, 2), process.env['LANGUAGE']])).toEqual([
        language,
        language,
      ]);
    });
  },
);
