import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createCounterApp } from '../../../../src-main/app/app.ts';
import type { AppPorts, CounterApp } from '../../../../src-main/app/counter/ports.ts';
import { sha256Base64url } from '../../../../src-main/core/hash.ts';
import type { Clipboard, Transport } from '../../../../src-main/core/ports.ts';
import { err, ok } from '../../../../src-main/core/result.ts';
import { startSandboxChild } from '../../../../src-main/hosts/browser/sandbox-child.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { memorySealer } from '../../../../src-main/vault/memory-sealer.ts';
import { totalOf } from '../../../../src-renderer/base/money/total.ts';
import type { NoticeName } from '../../../../src-shared/contract/names.ts';
import type { CallInput, CatalogueView, NoticePayload, OrderView } from '../../../../src-shared/contract/schemas.ts';
import { projectRoot } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp.ts';
import { until } from '../../../support/until.ts';
import type { Service } from '../enrolment/service.ts';
import { value } from '../orders/till.ts';

/** A clipboard as the machine's: one text at a time. */
export class OneClipboard implements Clipboard {
  text = '';
  takes = true;
  secret = false;

  write(text: string, how?: { readonly secret: true }): Promise<boolean> {
    this.secret = how?.secret === true;
    if (this.takes) this.text = text;
    return Promise.resolve(this.takes);
  }

  clearIfStill(textSha256: string): Promise<void> {
    if (sha256Base64url(this.text) === textSha256) this.text = '';
    return Promise.resolve();
  }
}

/** A network that a test can unplug, before a request leaves. */
export class Plug {
  connected = true;
  /** Which requests it lets leave while it is plugged in. */
  lets: (url: string) => boolean = () => true;
  /** How many requests came this far. */
  asked = 0;
  readonly #http = createHttpTransport();
  readonly transport: Transport = {
    exchange: (request, options) => {
      this.asked += 1;
      return this.connected && this.lets(request.url)
        ? this.#http.exchange(request, options)
        : Promise.resolve(err({ code: 'not_sent' as const }));
    },
  };
}

export interface HostParts {
  readonly app: CounterApp;
  readonly clipboard: OneClipboard;
  readonly plug: Plug;
  readonly notices: readonly { readonly notice: NoticeName; readonly payload: NoticePayload<NoticeName> }[];
  readonly bugs: readonly unknown[];
  readonly dataDirectory: string;
}

const sealers = new Map<string, ReturnType<typeof memorySealer>>();

/** The app as a host puts it together. A deployment's data key outlives the app, as under a keychain. */
export async function startApp(changes: Partial<AppPorts> = {}): Promise<HostParts> {
  const dataDirectory = changes.dataDirectory ?? tempFolder();
  const [clipboard, plug] = [new OneClipboard(), new Plug()];
  const keychain = sealers.get(dataDirectory) ?? memorySealer(systemRandomness);
  sealers.set(dataDirectory, keychain);
  const bugs: unknown[] = [];
  const app = await createCounterApp({
    host: 'electron',
    dataDirectory,
    clock: systemClock,
    randomness: systemRandomness,
    transport: plug.transport,
    clipboard,
    printer: null,
    version: '0.0.0',
    trainingOnly: false,
    sealerFor: (mode) => ok(mode === 'training' ? memorySealer(systemRandomness) : keychain),
    startSandbox: (directory) => startSandboxChild(join(projectRoot, 'src-sandbox/main.ts'), directory),
    reportBug: (error) => bugs.push(error),
    ...changes,
  });
  const notices: HostParts['notices'][number][] = [];
  app.onNotice((notice, payload) => notices.push({ notice, payload }));
  return { app, clipboard, plug, notices, bugs, dataDirectory };
}

/** The same, closed when the running test ends. */
export async function appInTest(changes: Partial<AppPorts> = {}): Promise<HostParts> {
  const parts = await startApp(changes);
  onTestFinished(() => parts.app.close());
  return parts;
}

/** Checks the enrolment until its key is active. */
export async function untilActive({ handlers }: CounterApp): Promise<void> {
  await until(
    'an active key',
    async () => {
      const checked = await handlers.enrolment.check({});
      return checked.ok && checked.value.state === 'active';
    },
    250,
  );
}

/** A request for a card that can be bought, at the price that the screen shows. */
export async function aSale({ handlers }: CounterApp, quantity = 2): Promise<CallInput<'orders', 'place'>> {
  const [wallet] = value(await handlers.wallets.list({})).items;
  if (wallet === undefined) throw new Error('no wallet');
  const catalogue: CatalogueView = value(await handlers.catalogue.sync({ walletId: wallet.id }));
  const card = catalogue.cards.find(({ available, charge }) => available && charge !== undefined);
  if (card?.charge === undefined) throw new Error('nothing to buy');
  const { amount, currency } = card.charge.price;
  return {
    walletId: wallet.id,
    cardId: card.id,
    quantity,
    pricesRevision: catalogue.pricesRevision,
    shownTotal: { amount: totalOf(amount, quantity), currency },
    useAllowedDebt: false,
    besidesPending: true,
  };
}

/** The order when it is settled, as the notices tell it. */
export async function settled(
  parts: Pick<HostParts, 'app'>,
  operationId: string,
  wanted: OrderView['state'] = 'completed',
): Promise<OrderView> {
  const read = async (): Promise<OrderView> => value(await parts.app.handlers.orders.read({ operationId })).order;
  await until(`the order that is ${wanted}`, async () => (await read()).state === wanted);
  return read();
}

/** The app on a deployment of `service`, with an active key of its own. */
export async function enrolledApp(service: Service, changes: Partial<AppPorts> = {}): Promise<HostParts> {
  const parts = await appInTest(changes);
  value(await parts.app.handlers.app.useDeployment({ text: JSON.stringify(service.profile) }));
  const { invitationId, token } = await service.furtherInvitation();
  value(await parts.app.handlers.enrolment.begin({ invitationId, token, validDays: 30, cidrs: [] }));
  await untilActive(parts.app);
  return parts;
}
