import { z } from 'zod';
import { openCounter, openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../src-main/core/ids.ts';
import type { Transport } from '../../src-main/core/ports.ts';
import type { Result } from '../../src-main/core/result.ts';
import { deploymentIdentity } from '../../src-main/deployment/profile.ts';
import { createHttpTransport } from '../../src-main/hosts/http-transport.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { subjectOf } from '../../src-main/reconcile/driver/subject.ts';
import { memorySealer } from '../../src-main/vault/memory-sealer.ts';
import { amount, cardId, walletId } from '../unit/src-main/orders/order-samples.ts';
import { profileOf } from '../unit/src-main/partner-api/partner.ts';

/**
 * At a folder, with a service: `sell` sells so many times, the first of them without a result; `compare` compares the
 * last Z with its card lists and prints what came of it. It is killed at the so many-th request of that: `before` it
 * leaves, or `after` its answer came.
 */
const [directory = '', document = '', work = '', count = '', dies = 'never'] = process.argv.slice(2);
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('outlived a kill');
};
let requests = 0;
const http = createHttpTransport();
const transport: Transport = {
  exchange: async (request, options) => {
    requests += 1;
    const isLast = work === 'compare' && requests === Number(count);
    if (isLast && dies === 'before') die();
    const answer = await http.exchange(request, options);
    return isLast && dies === 'after' ? die() : answer;
  },
};
const profile = profileOf(z.looseObject({}).parse(JSON.parse(document)));
const ports = {
  directory,
  clock: systemClock,
  randomness: systemRandomness,
  answerRoomBytes: 4_096,
  step: () => undefined,
};
const localRecords = taken(openLocalRecords(ports));
// The same key in each process, as under a keychain.
const sealer = memorySealer({ ...systemRandomness, bytes: (length) => new Uint8Array(length).fill(7) });
const counter = taken(await openCounter(localRecords, profile, { ...ports, transport, sealer, language: () => 'en' }));
if (work === 'sell') await sell(Number(count));
else await compare();
counter.close();

async function sell(sales: number): Promise<void> {
  const { keyring, orders, day } = counter;
  const { localId } = taken(keyring.make(deploymentIdentity(profile)));
  taken(keyring.bindKeyId(localId, systemRandomness.uuid()));
  taken(keyring.activate(localId));
  const expectedUnitPrice = { amount: amount('1.250'), currency: 'KWD' };
  for (let sale = 0; sale < sales; sale += 1) {
    const operationId = knownId<OperationId>(systemRandomness.uuid());
    const sale = { walletId, cardId, quantity: 2, expectedUnitPrice, useAllowedDebt: false };
    taken(orders.place(operationId, sale, { besidesPending: true }));
    taken(await orders.resume(operationId, 0, 'now'));
  }
  taken(day.close(null));
}

async function compare(): Promise<void> {
  const { comparisons, day } = counter;
  const of = { kind: 'z', name: '1-1' } as const;
  comparisons.begin(of, taken(subjectOf({ journal: localRecords.journal, day }, of)), { withLists: true });
  await comparisons.ended();
  const { balances: _, earlier, ...comparison } = comparisons.state() ?? { balances: null };
  const lines = comparisons.everyLine().toSorted((a, b) => (a.operationId ?? '').localeCompare(b.operationId ?? ''));
  process.stdout.write(JSON.stringify({ comparison: { ...comparison, lines }, earlier: earlier ?? null }));
}

function taken<T>(result: Result<T, unknown>): T {
  if (!result.ok) {
    process.stdout.write(JSON.stringify(result.error));
    process.exit(3);
  }
  return result.value;
}
