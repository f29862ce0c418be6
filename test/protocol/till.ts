import { randomUUID } from 'node:crypto';
import { startService, type RunningService, type ServiceOptions } from '../../src-sandbox/control/service.ts';
import { craft, exchange, type Choices, type Partner, type Received, type Reply } from './client.ts';
import { enrol } from './enrolled.ts';
import { freshFolder } from './sandbox-process.ts';
import { buy, orderFor, orderSchema, walkCatalogue, type Card } from './shop.ts';

/** A service in this process, with a partner who may buy and who signs in the service's time. */
export interface Till {
  readonly service: RunningService;
  readonly dir: string;
  readonly partner: Partner;
  readonly walletId: string;
  readonly card: Card;
  readonly body: string;
  plant(...faults: unknown[]): void;
  order(operationId?: string): Promise<Reply>;
  /** The same, whatever comes back. */
  orderRaw(operationId?: string): Promise<Received>;
  readRaw(path?: string): Promise<Received>;
}

export function options(dir: string, more: Partial<ServiceOptions> = {}): ServiceOptions {
  return {
    dir,
    port: 0,
    controlPort: 0,
    deploymentFile: undefined,
    activation: 'manual',
    nativeBinding: undefined,
    durability: 'off',
    ...more,
  };
}

export async function start(given: ServiceOptions): Promise<RunningService> {
  const started = await startService(given);
  if (!started.ok) throw new Error(started.error);
  return started.value;
}

export async function openTill(more: Partial<ServiceOptions> = {}): Promise<Till> {
  const dir = freshFolder();
  const service = await start(options(dir, more));
  const { controls, address } = service;
  const enrolled = await enrol(address, [], controls.activate);
  const partner = more.nowMs === undefined ? enrolled : { ...enrolled, nowMs: more.nowMs };
  const walletId = address.walletIds[0] ?? '';
  const card = (await walkCatalogue(partner, walletId)).cards.find(
    ({ available, unitPrice }) => available && unitPrice !== undefined,
  );
  if (card === undefined) throw new Error('nothing to buy');
  const body = orderFor(card);
  const orderRaw = (operationId: string = randomUUID()) => craftedOrder(partner, walletId, body, operationId);
  const readRaw = async (path = '/v1/profile') =>
    exchange(partner.baseUrl, await craft(partner, 'safeRead', 'GET', path));
  return {
    service,
    dir,
    partner,
    walletId,
    card,
    body,
    orderRaw,
    readRaw,
    plant: (...faults) => void controls.plant(faults),
    order: (operationId = randomUUID()) => buy(partner, walletId, body, operationId),
  };
}

async function craftedOrder(
  partner: Partner,
  walletId: string,
  body: string,
  operationId: string,
  choices: Choices = {},
): Promise<Received> {
  const fields = { 'idempotency-key': operationId, ...choices.fields };
  return exchange(
    partner.baseUrl,
    await craft(partner, 'orderMutation', 'POST', `/v1/wallets/${walletId}/orders`, body, { ...choices, fields }),
  );
}

export function orderIn(reply: Pick<Reply, 'json'>) {
  return orderSchema.parse(reply.json);
}
