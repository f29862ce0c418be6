import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Big } from 'big.js';
import type { CardCodes } from '../../../src-main/core/card-codes.ts';
import { knownId, type OperationId } from '../../../src-main/core/ids.ts';
import type { Result } from '../../../src-main/core/result.ts';
import type { OrderEvent } from '../../../src-main/orders/machine/events.ts';
import { isFinal, stateOf, type Order } from '../../../src-main/orders/machine/order.ts';
import { isCopySuspected } from '../../../src-main/orders/records/copies.ts';
import { closedAnswers } from '../../../src-main/reveals/records/closed-codes.ts';
import type { Failure, OrderState } from '../../../src-shared/contract/codes.ts';
import { canariesBelow } from '../../support/canaries.ts';
import type { Machine } from './machine.ts';
import type { Day } from './run.ts';
import { judgeBooks, judgeReplacements } from './shop/books.ts';
import type { Till } from './till.ts';
import { readTruth, type Truth } from './truth.ts';

const runsPerThoroughSearch = 25;
const timesAsked = 3;
const askedAgainAfterMs = 15 * 60_000;
/** Events of an order from its beginning, and as many from its end. */
const linesAtMost = 20;

/** An order as the counter has it when the day is over, and the codes that it gives out. */
interface Kept {
  readonly id: OperationId;
  readonly facts: Order;
  readonly state: OrderState;
  readonly intents: number;
  readonly codes: readonly CardCodes[];
  /** What happened to it, for whoever replays a day that failed. */
  readonly story: string;
}

/** Holds what is left of a day against every bar: the counters' own word first, then the service's. */
export async function checkBars(day: Day): Promise<void> {
  // Before anybody looks at codes, past the screen.
  day.till.listen();
  if (day.till.crew !== null && !(await day.timeline.during(closeDay(day))))
    day.violate('a day that does not close', 'at its end');
  judgeBooks(day, 'at its end');
  const left: Left[] = [];
  for (const till of day.tills) left.push(await leftAt(day, till));
  await judgeNeighbour(day);
  for (const { machine } of day.tills) if (!(await machine.stop())) day.violate('bug', 'the counter did not close');
  await day.service.stop();
  const truth = readTruth(join(day.folder, 'service'));
  const kept = left.flatMap((one) => one.kept);
  for (const order of kept) judgeOrder(day, order, truth);
  judgeSales(day, left, truth);
  judgeMoney(day, kept, truth);
  judgeReplacements(day, truth);
  for (const { id, story } of kept)
    if (day.violations.some(({ what }) => what.includes(id))) day.tell(`${id}: ${story}`);
  judgeSecrets(day, [
    ...day.premises.secrets,
    ...truth.soldCards.flatMap(({ serialNumber, voucher }) => [serialNumber, voucher]),
  ]);
}

/** A person comes back later where a wrong PIN has locked them out. */
async function closeDay(day: Day): Promise<boolean> {
  for (let asked = 0; asked < timesAsked; asked += 1) {
    if ((await day.till.crew?.closeDay()) === true) return true;
    await day.timeline.sleep(askedAgainAfterMs);
  }
  return false;
}

/** What one counter has when the day is over, and what it showed people. */
interface Left {
  readonly till: Till;
  readonly kept: readonly Kept[];
  readonly named: ReturnType<Till['named']>;
}

async function leftAt(day: Day, till: Till): Promise<Left> {
  const { journal } = till.machine.running.localRecords;
  const chain = journal.verify();
  if (!chain.ok) day.violate('chain broken', JSON.stringify(chain.error));
  for (const id of journal.compareProjection()) day.violate('projection differs from its rebuild', id);
  return { till, kept: await collectOrders(day, till), named: till.named() };
}

/** A counter of its own records takes what the other one sold neither for a copy of itself nor for a finding. */
async function judgeNeighbour(day: Day): Promise<void> {
  if (day.neighbour === null) return;
  const {
    localRecords: { journal },
    reveals,
  } = day.neighbour.machine.running;
  if (journal.copyStatus() !== 'own') day.violate('another counter taken for a copy', journal.copyStatus());
  // A request that the network delivered twice looks as if a copy had sent it; then the other's cards are reported as
  // well.
  if (isCopySuspected(journal)) return;
  let reconciled = await day.timeline.during(reveals.reconcile());
  for (let asked = 1; asked < timesAsked && !reconciled.ok; asked += 1) {
    await day.timeline.advance(day.timeline.nowMs + askedAgainAfterMs);
    reconciled = await day.timeline.during(reveals.reconcile());
  }
  if (!reconciled.ok)
    day.violate(
      'another counter taken for a copy',
      `not reconciled: ${reconciled.error.code} ${reconciled.error.detail ?? ''}`,
    );
  else
    for (const card of [...reconciled.value.unknownCards, ...reconciled.value.missingCards])
      day.violate('another counter taken for a copy', card);
  day.coverage.add('events', 'neighbour that finds its own cards alone');
}

/**
 * As they are in every run; in every other form that a secret could lie around in now and then, for that takes as long
 * as all the rest.
 */
function judgeSecrets(day: Day, secrets: readonly string[]): void {
  if (day.seed % runsPerThoroughSearch === 0) {
    const canaries = new Map(secrets.map((secret, index) => [`secret ${String(index)}`, Buffer.from(secret)]));
    for (const { machine } of day.tills)
      for (const found of canariesBelow(machine.directory, canaries)) day.violate('secret in the clear', found);
    day.coverage.add('secrets looked for', 'in every form', secrets.length);
    return;
  }
  const directories = day.tills.map(({ machine }) => machine.directory);
  for (const { parentPath, name } of directories
    .flatMap((directory) => readdirSync(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())) {
    const text = readFileSync(join(parentPath, name), 'latin1');
    if (secrets.some((secret) => text.includes(secret))) day.violate('secret in the clear', name);
  }
  day.coverage.add('secrets looked for', 'as they are', secrets.length);
}

async function collectOrders(day: Day, { machine }: Till): Promise<readonly Kept[]> {
  const {
    localRecords: { records, journal },
    vault,
  } = machine.running;
  const kept: Kept[] = [];
  for (const id of journal.subjects('order-intended').map((subject) => knownId<OperationId>(subject))) {
    const before = records.find(id);
    // Asked for before anybody looks: the service may give anew what was not kept.
    if (!day.wasDamaged && before !== null && closedAnswers({ journal, vault }, before).length > 0)
      day.violate('codes lost', `${id}: an answer that was kept does not open`);
    const codes = await showOrRetry(day, machine, id);
    const facts = records.find(id);
    if (facts === null) continue;
    const intents = records.events(id).filter(({ kind }) => kind === 'order-intended').length;
    kept.push({
      id,
      facts,
      intents,
      state: stateOf(facts, machine.nowMs),
      codes: codes.ok ? codes.value : [],
      story: storyOf(records.events(id), codes),
    });
  }
  return kept;
}

/**
 * People ask again: a service whose clock was set back takes the counter's dates for dates to come, until that time has
 * come.
 */
async function showOrRetry(
  day: Day,
  machine: Machine,
  id: OperationId,
): Promise<Result<readonly CardCodes[], Failure>> {
  for (let asked = 1; ; asked += 1) {
    const shown = await day.timeline.during(machine.running.reveals.show(id));
    // The answer that completes an order may come while its codes are asked for.
    const isOpen = machine.running.localRecords.records.find(id)?.completed === null;
    if (asked === timesAsked || shown.ok || (shown.error.detail === 'not_completed' && isOpen)) return shown;
    await day.timeline.advance(day.timeline.nowMs + askedAgainAfterMs);
  }
}

function judgeOrder(day: Day, { id, facts, state, intents, codes }: Kept, truth: Truth): void {
  day.coverage.add(
    'states reached',
    state === 'attention'
      ? `attention: ${facts.attention ?? (facts.failed ? 'completed and failed' : 'differs')}`
      : state,
  );
  day.coverage.add('attempts', 'of all orders', facts.attempts.length);
  if (intents !== 1) day.violate('an id used twice', id);
  if (!isFinal(state) && state !== 'attention') day.violate('order without an end', `${id} is ${state}`);
  const order = truth.orders.find(({ operationId }) => operationId === id);
  const sold = order?.status === 'completed';
  const body = facts.intent.body ?? null;
  // A bit flipped in the text that lies sealed, and no backup has it: nothing is compared, and nothing sent again.
  if (body === null) day.coverage.add('events', 'text of an order destroyed by a bit');
  else if (sold && order.bodySha256 !== createHash('sha256').update(body).digest('hex'))
    day.violate('another order was sold', id);
  if (sold && isFinal(state) && state !== 'completed')
    day.violate('sold, and the counter says no', `${id} is ${state}`);
  if (!sold && facts.completed !== null) day.violate('not sold, and the counter says yes', `${id} is ${state}`);
  if (facts.completed !== null) judgeCodes(day, id, codes, truth);
  else if (sold) day.coverage.add('sold, left to a person', facts.attention ?? state);
}

/** The events of an order in a line, each with the seconds since the first. */
function storyOf(events: readonly OrderEvent[], shown: Result<unknown, Failure>): string {
  const firstMs = events[0]?.atMs ?? 0;
  const lines = events.map((event) => {
    const seconds = Math.round((event.atMs - firstMs) / 1000);
    if (event.kind === 'answer-judged') {
      const { httpStatus, verdict } = event.body;
      const code = 'code' in verdict ? ` ${String(verdict.code)}` : '';
      return `${String(seconds)}s judged ${String(httpStatus)} ${verdict.outcome}${code}`;
    }
    if (event.kind === 'attempt-started')
      return `${String(seconds)}s ${event.body.call === 'createPartnerOrder' ? 'POST' : 'GET'}`;
    return `${String(seconds)}s ${event.kind}${'reason' in event.body ? ` ${event.body.reason}` : ''}`;
  });
  const [first, last] = [lines.slice(0, linesAtMost), lines.slice(linesAtMost).slice(-linesAtMost)];
  const left = lines.length - first.length - last.length;
  const codes = shown.ok ? '' : `; codes: ${shown.error.code} ${shown.error.detail ?? ''}`;
  return `${[...first, ...(left > 0 ? [`${String(left)} more`] : []), ...last].join('; ')}${codes}`;
}

/** Reveal is permitted at the end of every day, so nothing may be missing. */
function judgeCodes(day: Day, id: OperationId, codes: readonly CardCodes[], truth: Truth): void {
  const sold = truth.soldCards.filter(({ operationId }) => operationId === id);
  const whole = sold.filter((card) =>
    codes.some(
      (code) => code.soldCardId === card.id && code.serialNumber === card.serialNumber && code.voucher === card.voucher,
    ),
  );
  day.coverage.add('codes', 'sold', sold.length);
  day.coverage.add('codes', 'in hand', whole.length);
  if (whole.length < sold.length)
    day.violate('codes lost', `${id}: ${String(sold.length - whole.length)} of ${String(sold.length)}`);
}

/** One need, one sale at most; and nothing that nobody asked for. */
function judgeSales(day: Day, left: readonly Left[], truth: Truth): void {
  const sold = new Set(
    truth.orders.filter(({ status }) => status === 'completed').map(({ operationId }) => operationId),
  );
  for (const { operations } of left.flatMap(({ till }) => till.people.needs)) {
    if (operations.filter((id) => sold.has(id)).length > 1) day.violate('double purchase', operations.join(', then '));
  }
  const kept = new Set<string>(left.flatMap((one) => one.kept.map(({ id }) => id)));
  const forgottenBy = left.find(({ till }) => till === day.till);
  const forgotten: ReadonlySet<string> = day.till.people.forgotten;
  for (const id of sold) if (!kept.has(id) && !forgotten.has(id)) day.violate('sold, and nobody asked', id);
  const gone = [...sold].filter((id) => !kept.has(id));
  if (gone.length > 0)
    day.coverage.add(
      'sold, left to a person',
      'not in the journal that was restored or salvaged, named by the reconciling',
      gone.length,
    );
  for (const card of truth.soldCards.filter(({ operationId }) => gone.includes(operationId))) {
    const isNamed =
      forgottenBy?.named.cards.has(card.id) === true || forgottenBy?.named.orders.has(card.operationId) === true;
    if (!isNamed) day.violate('sold, and named by nobody', `${card.operationId}: ${card.id}`);
  }
}

/**
 * What left the wallets is the sum of what was bought: of what the counter knows as completed, and of what is named
 * beside it.
 */
function judgeMoney(day: Day, kept: readonly Kept[], truth: Truth): void {
  if (day.isMoneyTouched) {
    day.coverage.add('balances', 'changed by others');
    return;
  }
  const completed = new Map(
    kept.filter(({ facts }) => facts.completed !== null).map(({ id, facts }) => [String(id), facts]),
  );
  for (const [walletId, before] of readBefore(day)) {
    const own = [...completed.values()]
      .filter(({ intent }) => intent.walletId === walletId)
      .reduce((sum, { intent }) => sum.plus(intent.total.amount), new Big(0));
    const others = truth.orders
      .filter(
        (order) => order.status === 'completed' && order.walletId === walletId && !completed.has(order.operationId),
      )
      .reduce((sum, { totalThousandths }) => sum + totalThousandths, 0);
    const left = before - (truth.balances.get(walletId) ?? 0);
    if (!own.times(1000).plus(others).eq(left))
      day.violate('money does not add up', `${walletId}: ${own.toFixed(3)} bought, ${String(left)} thousandths gone`);
    day.coverage.add('balances', 'add up');
  }
}

function readBefore(day: Day): ReadonlyMap<string, number> {
  return readTruth(join(day.premises.folder, 'service')).balances;
}
