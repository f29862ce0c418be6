import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../src-main/hosts/system-ports.ts';
import { holdFolder } from '../../src-main/journal/folder-lock.ts';
import { tempFolder } from '../support/temp.ts';
import { soldCardId, walletId } from '../unit/src-main/orders/order-samples.ts';
import { startScriptedService, type Reply, type Seen } from '../unit/src-main/orders/scripted-service.ts';
import { completedOrder, value } from '../unit/src-main/orders/till.ts';

const child = join(import.meta.dirname, 'comparison-child.ts');
const sales = 3;
/** Each order, the balances, the wallets, and two pages of cards: one of them was bought elsewhere. */
const reads = sales + 1 + 1 + 2;
/** At each order, at the balances, the wallets and each page, before it leaves and after it was answered. */
const kills = [
  ['1', 'before'],
  ['1', 'after'],
  ['2', 'before'],
  ['2', 'after'],
  ['2', 'before'],
  ['1', 'after'],
  ['2', 'before'],
  ['2', 'after'],
  ['2', 'before'],
  ['2', 'after'],
  ['3', 'before'],
  ['2', 'after'],
] as const;
const outcome = z.object({
  comparison: z.looseObject({ state: z.string(), settled: z.number(), listedCards: z.number() }),
  earlier: z.looseObject({ orders: z.number(), cards: z.number() }).nullable(),
});

async function run(...args: readonly string[]) {
  const process_ = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    process_.once('close', (_, signal) => resolve(signal));
  });
  const [out, err] = await Promise.all([text(process_.stdout), text(process_.stderr)]);
  return { signal: await ended, out, err };
}

async function soldOnce() {
  const service = await startScriptedService(systemClock);
  onTestFinished(() => service.close());
  const { baseUrl } = service.profile;
  const keys = [{ ...service.publicKey, kid: 'service-1' }];
  const fence = { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 };
  const document = JSON.stringify({ fence, baseUrl, serviceKeys: { jwks: { keys } } });
  const asked: string[] = [];
  const bought: string[] = [];
  // Between the first of these sales and the end of their day.
  let boughtElsewhere = '';
  const cards = () => [
    ...bought.map((operationId, index) => ({ soldCardId: soldCardId(index + 1), operationId })),
    { soldCardId: soldCardId(99), invoiceId: soldCardId(98), purchasedAt: boughtElsewhere },
  ];
  const answer = ({ method, target, headers }: Seen): Reply => {
    if (method === 'POST') {
      const operationId = headers['idempotency-key'] ?? '';
      bought.push(operationId);
      boughtElsewhere = new Date(systemClock.nowMs()).toISOString();
      // The first one gets its result by the comparison alone.
      if (bought.length > 1) return { status: 201, body: completedOrder(operationId) };
      return { status: 202, body: { operationId, status: 'processing' }, headers: { 'retry-after': '1' } };
    }
    asked.push(target);
    if (target.startsWith('/v1/orders/'))
      return { status: 200, body: completedOrder(target.slice('/v1/orders/'.length), { soldCards: undefined }) };
    if (/\/cards(?:\?|$)/.test(target)) {
      const isFirst = !target.includes('cursor=');
      const items = isFirst ? cards().slice(0, 2) : cards().slice(2);
      return { status: 200, body: { items, ...(isFirst ? { nextCursor: 'c-2' } : {}) } };
    }
    return { status: 200, body: { items: [{ id: walletId, balance: { amount: '10.000', currency: 'KWD' } }] } };
  };
  service.script(...Array.from({ length: 5_000 }, () => answer));
  const sold = tempFolder();
  expect(await run(sold, document, 'sell', String(sales))).toEqual({ signal: null, out: '', err: '' });
  asked.splice(0);
  const compare = (directory: string, ...more: readonly string[]) => run(directory, document, 'compare', ...more);
  return { sold, asked, compare };
}

it('a comparison that is killed at any step goes on: nothing is left out, and it says what one says that ran once', async () => {
  const { sold, asked, compare } = await soldOnce();
  const once = tempFolder();
  cpSync(sold, once, { recursive: true });
  const whole = outcome.parse(JSON.parse((await compare(once, '0')).out));
  expect(whole.comparison).toMatchObject({
    state: 'done',
    done: sales,
    settled: 1,
    counts: { equal: sales, thereOnly: 1 },
  });
  expect(asked).toHaveLength(reads);
  asked.splice(0);
  let killed = 0;
  for (const kill of kills) {
    const { signal, err } = await compare(sold, ...kill);
    expect([kill, err]).toEqual([kill, '']);
    killed += signal === 'SIGKILL' ? 1 : 0;
  }
  const again = outcome.parse(JSON.parse((await compare(sold, '0')).out));
  expect(again.comparison).toEqual(whole.comparison);
  expect(again.earlier).toMatchObject({ orders: sales, cards: 2 });
  expect(killed).toBe(kills.length);
  // What was under way is asked again, and no order or page that was kept.
  const paths = asked.filter((path) => path.startsWith('/v1/orders/') || path.includes('/cards'));
  const unkept = kills.filter(([, dies]) => dies === 'after').length;
  expect(paths.length - new Set(paths).size).toBeLessThanOrEqual(unkept);
});

it('a comparison waits for nobody who has the folder: it is refused, and nothing is asked', async () => {
  const { sold, asked, compare } = await soldOnce();
  const lock = value(holdFolder(sold));
  const refused = await compare(sold, '0');
  lock.release();
  expect([JSON.parse(refused.out), asked]).toEqual([{ code: 'journal_in_use', detail: 'SQLITE_BUSY' }, []]);
});
