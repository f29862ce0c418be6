import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { changedText } from '../../src-main/deployment/change.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { journalFile } from '../../src-main/journal/journal-file.ts';
import { restoreJournal } from '../../src-main/journal/restore.ts';
import type { Language } from '../../src-shared/words/languages.ts';
import { canariesBelow, type Canaries } from '../support/canaries.ts';
import { codesIssued, enrolmentSecrets } from '../support/planted-secrets.ts';
import { Sandbox } from '../support/sandbox.ts';
import { makeTempFolder } from '../support/temp.ts';
import { until } from '../support/until.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { value } from '../unit/src-main/orders/till.ts';
import { openKeyringSession, type KeyringSession } from './keyring-session.ts';
import { answerBoxes, startCounter, type RunningCounter, type StartOptions } from './running-counter.ts';

/** The folders that a program is told to write to. */
const home = 'home';
const temporary = 'tmp';

/** A counter of a chosen service in Electron, whose key lies under a keyring and whose data outlive a stop. */
export class ElectronShop {
  readonly #folder: ReturnType<typeof makeTempFolder>;
  readonly #language: Language;
  readonly #service: Sandbox;
  readonly #keyring: KeyringSession;
  #running: RunningCounter | null = null;

  private constructor(
    language: Language,
    folder: ReturnType<typeof makeTempFolder>,
    service: Sandbox,
    keyring: KeyringSession,
  ) {
    this.#language = language;
    this.#folder = folder;
    this.#service = service;
    this.#keyring = keyring;
  }

  /** With a key that the service has activated, and nothing sold yet. */
  static async start(language: Language): Promise<ElectronShop> {
    const folder = makeTempFolder();
    for (const name of [home, temporary]) await mkdir(join(folder.path, name), { mode: 0o700 });
    const shop = new ElectronShop(
      language,
      folder,
      await Sandbox.start({ data: join(folder.path, 'sandbox') }),
      await openKeyringSession(join(folder.path, home)),
    );
    await shop.#enrol(await shop.open());
    return shop;
  }

  /** Starts the counter on its data; what ran before is ended first. */
  async open(): Promise<CounterWindow> {
    await this.close();
    this.#running = await startCounter(this.startOptions);
    await answerBoxes(this.#running, 0);
    const counter = new CounterWindow(this.#running.page);
    await counter.page.locator('#root > *').first().waitFor();
    await counter.speak(this.#language);
    return counter;
  }

  /** How the counter is started on its data. */
  get startOptions(): Required<StartOptions> {
    // Whatever it writes, it writes below the folder.
    const places = { HOME: join(this.#folder.path, home), TMPDIR: join(this.#folder.path, temporary) };
    return {
      data: this.#data,
      args: ['--password-store=gnome-libsecret'],
      env: { ...this.#keyring.env, ...places },
    };
  }

  /** Where its records lie. */
  get records(): string {
    return join(this.#data, 'counter/counter');
  }

  /** Bought, its codes not handed over. Gives the ids of the cards. */
  async sell(counter: CounterWindow): Promise<readonly string[]> {
    await counter.go('sell');
    await counter.sell.pick();
    await counter.sell.buy();
    await counter.codes.waitFor();
    await counter.codes.close();
    return (await this.#service.sales()).at(-1)?.soldCardIds ?? [];
  }

  /** Has the service keep its answer to the next order for itself. What it gives waits for that sale. */
  async leaveNextSaleUnanswered(): Promise<() => Promise<void>> {
    const sold = await this.sold();
    await this.#service.fault({ name: 'delayed-answer', operation: 'createPartnerOrder', ms: 600_000 });
    return () => until('A sale at the service', async () => (await this.sold()) > sold);
  }

  /** How many orders the service sold. */
  async sold(): Promise<number> {
    return (await this.#service.sales()).length;
  }

  /** Gives the counter a deployment file with one field that its service has otherwise. */
  async misconfigure(counter: CounterWindow, path: string, to: unknown): Promise<void> {
    const text = value(changedText(await readFile(this.#service.line.deploymentFile, 'utf8'), [{ path, to }]));
    await counter.page.evaluate((changed) => window.counter?.app.useDeployment({ text: changed }), text);
    await counter.page.reload();
  }

  /** Copies the records of a counter that does not run. */
  async backUp(): Promise<void> {
    await this.close();
    await copyFile(journalFile(this.records), this.#backup);
  }

  /** Restores the copy, as a person would from a backup. */
  async restore(): Promise<void> {
    await this.close();
    value(
      restoreJournal({
        rules: journalRules,
        directory: this.records,
        file: this.#backup,
        clock: systemClock,
        randomness: systemRandomness,
      }),
    );
  }

  /** Has every receipt come out of a printer that is not there. */
  async printNowhere(): Promise<void> {
    await this.#running?.app.evaluate(({ app }) => {
      app.on('web-contents-created', (_event, contents) => {
        contents.print = (_options, done) => done?.(true, '');
      });
    });
  }

  /**
   * Which secrets of the service stand in a file that the counter wrote, while it runs and when it has ended, of how
   * many. The service ends with it: only then can it be asked for all that it ever gave out.
   */
  async secretsWritten(): Promise<{ readonly lookedFor: number; readonly found: readonly string[] }> {
    await this.#service.stop();
    const secrets: Canaries = new Map([...codesIssued(this.#folder.path), ...enrolmentSecrets(this.#folder.path)]);
    const found = (): readonly string[] =>
      ['data', home, temporary].flatMap((name) => canariesBelow(join(this.#folder.path, name), secrets));
    const whileOpen = found();
    await this.close();
    return { lookedFor: secrets.size, found: [...whileOpen, ...found()] };
  }

  /** Ends the counter where it runs. */
  async close(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.stop();
  }

  async stop(): Promise<void> {
    await this.close();
    await this.#keyring.close();
    await this.#service.stop();
    this.#folder.remove();
  }

  async #enrol(counter: CounterWindow): Promise<void> {
    const { deploymentFile, invitationId, enrollmentTokenFile } = this.#service.line;
    await counter.page.setInputFiles('input[type=file]', deploymentFile);
    await counter.enrolment.waitForForm();
    await counter.enrolment.fill(invitationId, (await readFile(enrollmentTokenFile, 'utf8')).trim());
    await counter.enrolment.submit();
    await counter.enrolment.waitUntilActive();
  }

  get #data(): string {
    return join(this.#folder.path, 'data');
  }

  get #backup(): string {
    return join(this.#folder.path, 'backup.db');
  }
}
