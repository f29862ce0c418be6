import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { Sandbox } from '../support/sandbox.ts';
import { makeTempFolder } from '../support/temp.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { openKeyringSession, whyNoKeyring, type KeyringSession } from './keyring-session.ts';
import { answerBoxes, startCounter, type RunningCounter } from './running-counter.ts';

const obstacle =
  whyNoElectron() ??
  (process.platform === 'linux' ? whyNoKeyring() : 'the key stores of other systems need these systems');
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null).each(languageCodes)(
  `the key store of the system, in Electron, in %s${because}`,
  (language) => {
    const folder = makeTempFolder();
    const data = join(folder.path, 'data');
    const envelope = join(data, 'counter/counter/vault.json');
    let service: Sandbox;
    let keyring: KeyringSession;
    let other: KeyringSession;
    let running: RunningCounter | null = null;
    let phrase = '';
    beforeAll(async () => {
      service = await Sandbox.start({ data: join(folder.path, 'service') });
      keyring = await openKeyringSession(makeTempFolder().path);
      other = await openKeyringSession(makeTempFolder().path);
    });
    afterEach(async () => {
      await running?.stop();
      running = null;
    });
    afterAll(async () => {
      await keyring.close();
      await other.close();
      await service.stop();
      folder.remove();
    });

    /** The counter on the same data, with the keyring of a session or with the store that only hides. */
    const start = async (session: KeyringSession | null): Promise<CounterWindow> => {
      running = await startCounter({
        data,
        args: [session === null ? '--password-store=basic' : '--password-store=gnome-libsecret'],
        env: session?.env ?? {},
      });
      await answerBoxes(running, 0);
      const counter = new CounterWindow(running.page);
      await counter.page.locator('#root > *').first().waitFor();
      await counter.speak(language);
      return counter;
    };
    const sealers = (): unknown =>
      (JSON.parse(readFileSync(envelope, 'utf8')) as { wraps: { sealer: string }[] }).wraps.map(({ sealer }) => sealer);

    it('is refused where it only hides: nothing is sealed, and the screen says what to do', async () => {
      const counter = await start(null);
      await counter.page.setInputFiles('input[type=file]', service.line.deploymentFile);
      await counter.text('failure.sealing_unsafe.says').waitFor();
      await counter.text('keyStore.missing.2').waitFor();
      expect(await counter.button('enrol.submit').count()).toBe(0);
      expect(existsSync(envelope)).toBe(false);
      expect(await counter.axe()).toEqual([]);
      await counter.go('orders');
      await counter.text('journal.none').waitFor();
    });

    it('keeps a key under the keyring, from the enrolment on', async () => {
      const counter = await start(keyring);
      await counter.enrolment.waitForForm();
      await counter.enrolment.fill(
        service.line.invitationId,
        readFileSync(service.line.enrollmentTokenFile, 'utf8').trim(),
      );
      await counter.enrolment.submit();
      await counter.enrolment.waitUntilActive();
      expect(sealers()).toEqual(['safe-storage/gnome_libsecret']);
      await counter.button('recovery.make').click();
      await counter.button('recovery.confirm').click();
      await counter.button('recovery.done').waitFor();
      phrase = (await counter.page.locator('.phrase li').allInnerTexts()).join('-');
      await counter.button('recovery.done').click();
    });

    it('opens it again at the next start', async () => {
      const counter = await start(keyring);
      await counter.sell.waitForCards();
    });

    it('is missed where the next start finds only the store that hides: nothing is sold, and the journal stays readable', async () => {
      const counter = await start(null);
      await counter.text('keyStore.changed.title').waitFor();
      await counter.go('orders');
      await counter.text('journal.none').waitFor();
    });

    it('is known to be another one, and takes the key over with the recovery phrase alone', async () => {
      const counter = await start(other);
      await counter.text('keyStore.changed.title').waitFor();
      await counter.button('recover.open').click();
      await counter.page.getByLabel(counter.say('recover.phrase')).fill(phrase);
      await counter.button('recover.submit').click();
      await counter.enrolment.waitUntilActive();
      expect(sealers()).toEqual(['recovery', 'safe-storage/gnome_libsecret']);
    });

    it('of before opens it no more, once another has taken over', async () => {
      const counter = await start(keyring);
      await counter.text('keyStore.changed.title').waitFor();
    });
  },
);
