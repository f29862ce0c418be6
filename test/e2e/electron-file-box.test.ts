import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { mainMessages } from '../../src-shared/words/main-messages.ts';
import { deploymentSigner, signedFile } from '../support/signed-deployment.ts';
import { makeTempFolder } from '../support/temp.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { answerBoxes, startCounter, type RunningCounter } from './running-counter.ts';

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

    it('asks about a signed file with the key that signed it, in groups and in every language, and keeps who did', async () => {
      const { now, counter } = await screens();
      const [file, signer] = [join(folder.path, 'signed.json'), deploymentSigner()];
      const profile = {
        version: 1,
        name: 'Example Cards',
        baseUrl: 'https://api.example.com',
        serviceKeys: { url: '/keys', pins: [] },
      };
      writeFileSync(file, signedFile(JSON.stringify(profile), signer).replace('"payload":"e', '"payload":"f'));
      await chooseInBox(now, file);
      const declined = await answerBoxes(now, 1);
      await counter.button('firstRun.deployment.choose').click();
      await counter.text('failure.profile_signature_invalid.says').waitFor();
      expect(await declined()).toEqual([]);
      writeFileSync(file, signedFile(JSON.stringify(profile), signer));
      await counter.button('firstRun.deployment.choose').click();
      await counter.text('failure.deployment_declined.says').waitFor();
      const [box] = await declined();
      const groups = (signer.thumbprint.match(/.{1,4}/g) ?? []).join(' ');
      expect(box?.detail.split(groups)).toHaveLength(1 + languageCodes.length);
      for (const code of languageCodes) expect(box?.detail).toContain(mainMessages[code]['box.deployment.signedNew']);
      const accepted = await answerBoxes(now, 0);
      await counter.button('firstRun.deployment.choose').click();
      const shown = () =>
        now.page.evaluate(async () => {
          const started = await window.counter?.app.start({});
          return started?.ok === true ? started.value.deploymentSigner : started;
        });
      await expect.poll(shown).toEqual({ thumbprint: signer.thumbprint, changed: false });
      expect(await accepted()).toHaveLength(1);
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
