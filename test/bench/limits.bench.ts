import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../src-main/core/ids.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { orderEvent } from '../../src-main/orders/machine/events.ts';
import { openStaff } from '../../src-main/staff/staff.ts';
import { memorySealer } from '../../src-main/vault/memory-sealer.ts';
import { openVault } from '../../src-main/vault/vault.ts';
import { intent } from '../unit/src-main/orders/order-samples.ts';
import { speedRow } from './speed-rows.ts';

/** What a limit costs a sale where there is no Z, and how long a PIN takes, each beside what is to be reached. */
const orders = Number(process.env['LIMITS_ORDERS'] ?? 100_000);
const atOnce = 500;

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const ports = { directory: folder, clock: systemClock, randomness: systemRandomness };
const opened = valueOf(openLocalRecords(ports));
const { journal, records, limits } = opened;
for (let begun = 0; begun < orders; begun += atOnce) {
  const count = Math.min(atOnce, orders - begun);
  valueOf(
    journal.transaction((tx) => {
      for (let sale = 0; sale < count; sale += 1) {
        const id = newId();
        const decision = { choice: 'accept-as-bought', reason: 'idempotency_conflict', wantedUntilMs: 0 } as const;
        records.recordIn(tx, id, [
          orderEvent(id, 'order-intended', { ...intent, cardId: cardOf(begun + sale) }),
          orderEvent(id, 'attention-raised', { reason: 'idempotency_conflict' }),
          orderEvent(id, 'decision-made', decision),
        ]);
      }
    }),
  );
}
valueOf(limits.set({ currency: 'KWD', sale: '1', shift: '1', card: '1' }));
const line = { cardId: cardOf(1), cost: { amount: '1.250', currency: 'KWD' } };
say(
  `first question after a start, over ${orders} orders`,
  msOf(() => limits.passedBy([line])),
  1000,
);
const next = Array.from({ length: 21 }, () => {
  const id = newId();
  valueOf(records.record(id, [orderEvent(id, 'order-intended', { ...intent, cardId: cardOf(2) })]));
  return msOf(() => limits.passedBy([line]));
});
say('each further one, with a sale between', median(next), 5);

const vault = valueOf(
  await openVault({
    directory: folder,
    sealer: memorySealer(systemRandomness),
    randomness: systemRandomness,
    mayBegin: () => true,
  }),
);
const staff = valueOf(
  openStaff({ directory: folder, journal, vault, clock: systemClock, randomness: systemRandomness }),
);
const pin = '24680135';
const { id } = valueOf(await staff.add({ name: 'Mona', role: 'manager', pin }));
const unlocks: number[] = [];
const approvals: number[] = [];
for (let turn = 0; turn < 7; turn += 1) {
  unlocks.push(await msUntil(staff.signIn(id, pin)));
  approvals.push(await msUntil(staff.approve(id, pin)));
}
say('unlock by PIN', median(unlocks), 500);
say('a manager’s word by PIN', median(approvals), 500);
journal.close();
rmSync(folder, { recursive: true });

function say(what: string, ms: number, mostMs: number): void {
  speedRow({
    work: what,
    measured: `${ms.toFixed(1)} ms`,
    limit: 'nothing: it is what a person waits for',
    toReach: `<= ${mostMs} ms`,
    isReached: ms <= mostMs,
  });
}

function newId(): OperationId {
  return knownId<OperationId>(systemRandomness.uuid());
}

/** A hundred kinds of cards. */
function cardOf(sale: number): typeof intent.cardId {
  return knownId(`0c000000-0000-4000-8000-${String(sale % 100).padStart(12, '0')}`);
}

function valueOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: { readonly code: string } },
): T {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

function msOf(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

async function msUntil(work: Promise<Parameters<typeof valueOf>[0]>): Promise<number> {
  const startedMs = performance.now();
  valueOf(await work);
  return performance.now() - startedMs;
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
