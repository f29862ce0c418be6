import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Counter } from '../../../src-main/app/counter/counter.ts';
import { knownId, type CardId, type OperationId, type WalletId } from '../../../src-main/core/ids.ts';
import { parseAmount, type Amount } from '../../../src-main/core/money.ts';
import type { Clock } from '../../../src-main/core/ports.ts';
import { systemRandomness } from '../../../src-main/hosts/system-ports.ts';
import { stateOf } from '../../../src-main/orders/machine/order.ts';
import { memorySealer } from '../../../src-main/vault/memory-sealer.ts';
import type { RunningService } from '../../../src-sandbox/control/service.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { aheadBy, invitationOf, opener, withCounter } from '../stage.ts';

/** A card that can be bought, once one counter of the service has read the catalogue. */
export interface Offered {
  readonly walletId: WalletId;
  readonly cardId: CardId;
  readonly amount: Amount;
  readonly currency: string;
}

interface Sale {
  readonly folder: string;
  readonly service: RunningService;
  readonly clock: Clock;
  readonly aheadSeconds: number;
  readonly offered: Offered | null;
}

export interface Sold {
  readonly outcome: string;
  readonly offered: Offered | null;
}

/** A new counter by a clock that is off: it enrols, reads its wallets and buys one card, or says why not. */
export async function sellAt({ folder, service, clock, aheadSeconds, offered }: Sale): Promise<Sold> {
  const open = opener(folder, memorySealer(systemRandomness));
  const text = readFileSync(service.address.deploymentFile, 'utf8');
  return withCounter(await open(text, aheadBy(clock, aheadSeconds)), async (counter) => {
    const stopped = await enrolled(counter, service);
    if (stopped !== null) return { outcome: outcomeOf('enrol', stopped), offered };
    const wallets = await counter.catalogue.wallets();
    if (!wallets.ok) return { outcome: outcomeOf('wallets', wallets.error), offered };
    const card = offered ?? (await firstOffer(counter, knownId<WalletId>(wallets.value.items[0]?.id ?? '')));
    return { outcome: card === null ? 'no card' : await buy(counter, service, card), offered: card };
  });
}

async function enrolled(counter: Counter, service: RunningService): Promise<Failure | null> {
  const begun = await counter.enrolment.begin(invitationOf(service.controls.invite()));
  if (!begun.ok) return begun.error;
  const active = await counter.enrolment.waitUntilActive(30_000);
  if (!active.ok) return active.error;
  return active.value.state === 'active' ? null : { code: 'not_active', detail: active.value.state };
}

async function firstOffer(counter: Counter, walletId: WalletId): Promise<Offered | null> {
  const catalogue = await counter.catalogue.sync(walletId);
  const card = catalogue.ok
    ? catalogue.value.cards.find(({ available, unitPrice }) => available && Number(unitPrice?.amount) < 3)
    : undefined;
  const amount = parseAmount(card?.unitPrice?.amount ?? '');
  return card?.unitPrice === undefined || amount === null
    ? null
    : { walletId, cardId: knownId<CardId>(card.id), amount, currency: card.unitPrice.currency };
}

async function buy(
  counter: Counter,
  service: RunningService,
  { walletId, cardId, amount, currency }: Offered,
): Promise<string> {
  const operationId = knownId<OperationId>(randomUUID());
  const sale = { walletId, cardId, quantity: 1, expectedUnitPrice: { amount, currency }, useAllowedDebt: false };
  const placed = counter.orders.place(operationId, sale, { besidesPending: true });
  if (!placed.ok) return outcomeOf('place', placed.error);
  const resumed = await counter.orders.resume(operationId, 60_000, 'asAsked');
  if (!resumed.ok) return outcomeOf('buy', resumed.error);
  const state = stateOf(resumed.value, counter.session.clock.nowMs());
  const isOnBooks = service.controls.sales().some((each) => each.operationId === operationId);
  return state === 'completed' && isOnBooks ? 'sold' : `buy: ${state}`;
}

function outcomeOf(step: string, { code, detail }: Failure): string {
  return code === 'clock_off' ? 'clock' : [step, code, ...(detail === undefined ? [] : [detail])].join(': ');
}
