import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDispatch } from '../../../src-main/app/calls/registrar.ts';
import { journalRules } from '../../../src-main/app/counter/journal-rules.ts';
import type { AppPorts } from '../../../src-main/app/counter/ports.ts';
import { ok } from '../../../src-main/core/result.ts';
import { changedText } from '../../../src-main/deployment/change.ts';
import { createEntry } from '../../../src-main/hosts/browser/entry.ts';
import { channelPath } from '../../../src-main/hosts/browser/messages.ts';
import { createPageEvents } from '../../../src-main/hosts/browser/page-events.ts';
import { createBrowserServer } from '../../../src-main/hosts/browser/server.ts';
import { reportBug } from '../../../src-main/hosts/bug-report.ts';
import { forwardNotices } from '../../../src-main/hosts/notices.ts';
import { loadRendererFiles, securityHeaders } from '../../../src-main/hosts/renderer-files.ts';
import { randomName, systemClock, systemRandomness } from '../../../src-main/hosts/system-ports.ts';
import { journalFile } from '../../../src-main/journal/journal-file.ts';
import { restoreJournal } from '../../../src-main/journal/restore.ts';
import { memorySealer } from '../../../src-main/vault/memory-sealer.ts';
import { projectRoot } from '../../support/project.ts';
import { Sandbox, type SandboxOptions } from '../../support/sandbox.ts';
import { makeTempFolder } from '../../support/temp.ts';
import { aSale, settled, startApp, untilActive, type HostParts } from '../../unit/src-main/app/counter-app.ts';
import { value } from '../../unit/src-main/orders/till.ts';

const out = join(projectRoot, 'out');

interface ShopChoices extends Pick<SandboxOptions, 'cards'> {
  readonly enrolled?: boolean;
}

/**
 * An enrolled counter of a chosen service, whose data outlive a stop: what training never shows. Main runs here and the
 * built screens in a browser, over the browser host's own server.
 */
export class CounterOfShop {
  readonly service: Sandbox;
  readonly #folder: ReturnType<typeof makeTempFolder>;
  #parts: HostParts;
  #stopServing: () => void = () => undefined;

  private constructor(folder: ReturnType<typeof makeTempFolder>, service: Sandbox, parts: HostParts) {
    this.#folder = folder;
    this.service = service;
    this.#parts = parts;
  }

  /** `enrolled: false` leaves the setup to the screens. */
  static async start({ enrolled = true, ...choices }: ShopChoices = {}): Promise<CounterOfShop> {
    const folder = makeTempFolder();
    const service = await Sandbox.start({ data: join(folder.path, 'service'), ...choices });
    const parts = await startApp({ host: 'browser', dataDirectory: join(folder.path, 'data') });
    const { deploymentFile, enrollmentTokenFile, invitationId } = service.line;
    value(await parts.app.handlers.app.useDeployment({ text: await readFile(deploymentFile, 'utf8') }));
    const shop = new CounterOfShop(folder, service, parts);
    if (!enrolled) return shop;
    const token = (await readFile(enrollmentTokenFile, 'utf8')).trim();
    value(await parts.app.handlers.enrolment.begin({ invitationId, token, validDays: 365, cidrs: [] }));
    await untilActive(parts.app);
    return shop;
  }

  /** Bought, its codes not handed over. Gives the ids of the cards. */
  async sell(quantity: number): Promise<readonly string[]> {
    const { operationId } = value(await this.#parts.app.handlers.orders.place(await aSale(this.#parts.app, quantity)));
    return (await settled(this.#parts, operationId)).codes.map(({ soldCardId }) => soldCardId);
  }

  /** Stops the counter, does something with its folder, and starts it again; `changes` are those of its host. */
  async restart(whileDown: (directory: string) => Promise<void>, changes: Partial<AppPorts> = {}): Promise<void> {
    await this.#close();
    const dataDirectory = join(this.#folder.path, 'data');
    await whileDown(join(dataDirectory, 'counter'));
    this.#parts = await startApp({ host: 'browser', dataDirectory, ...changes });
  }

  /** Restores the records as they were before `meanwhile`, as a person would from a backup. */
  async restoreRecordsOfBefore(meanwhile: () => Promise<void>): Promise<void> {
    const file = join(this.#folder.path, 'backup.db');
    await this.restart((directory) => copyFile(journalFile(directory), file));
    await meanwhile();
    await this.restart((directory) => {
      value(restoreJournal({ directory, file, rules: journalRules, clock: systemClock, randomness: systemRandomness }));
      return Promise.resolve();
    });
  }

  /** Gives the counter a deployment file with one field that its service has otherwise. */
  async misconfigure(path: string, to: unknown): Promise<void> {
    const text = value(changedText(await readFile(this.service.line.deploymentFile, 'utf8'), [{ path, to }]));
    value(await this.#parts.app.handlers.app.useDeployment({ text }));
  }

  /** Makes a recovery phrase, and then the key store of this machine forgets everything. */
  async forgetKeyStore(): Promise<{ readonly phrase: string }> {
    const made = value(await this.#parts.app.handlers.app.recoveryPhrase({}));
    const empty = memorySealer(systemRandomness);
    await this.restart(() => Promise.resolve(), { sealerFor: () => ok(empty) });
    return made;
  }

  /** The address that opens the screens once, until the next restart. */
  async serve(): Promise<string> {
    const { app } = this.#parts;
    const pages = createPageEvents(systemRandomness);
    forwardNotices(app, (notice, payload) => pages.notice({ notice, payload }), reportBug);
    const files = await loadRendererFiles(join(out, 'renderer'), [
      { path: channelPath, text: await readFile(join(out, 'channel.js'), 'utf8') },
    ]);
    const authority = (): string => `127.0.0.1:${String(port)}`;
    const entry = createEntry(randomName, () => port);
    const server = createBrowserServer({
      files,
      headers: securityHeaders('self'),
      entry,
      pages,
      authority,
      dispatch: createDispatch(app.handlers, reportBug),
      page: app.page,
    });
    let port = 0;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
    port = address.port;
    this.#stopServing = () => {
      pages.close();
      server.close();
      server.closeAllConnections();
    };
    return `http://${authority()}/?token=${entry.token}`;
  }

  async stop(): Promise<void> {
    await this.#close();
    await this.service.stop();
    this.#folder.remove();
  }

  async #close(): Promise<void> {
    this.#stopServing();
    await this.#parts.app.close();
  }
}
