import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { salvageJournal } from '../../src-main/journal/salvage.ts';
import { orderKnowledge } from '../../src-main/orders/book.ts';
import { makeTempFolder } from '../support/temp.ts';
import type { Ledger } from '../../src-main/counter.ts';
import { noise, openAt, sellMany } from './many-orders.ts';
import type { Sold } from './many-orders.ts';

const pageBytes = 4096;
const tableLeaf = 0x0d;
const orders = 200;
const seed = process.env['SALVAGE_SEED'] ?? 'one';

let folder: ReturnType<typeof makeTempFolder>;
let sold: readonly Sold[];
let files: ReadonlyMap<string, Buffer>;

beforeAll(() => {
  folder = makeTempFolder();
  const directory = join(folder.path, 'counter');
  const ledger = openAt(directory);
  if (!ledger.ok) throw new Error(ledger.error.code);
  sold = sellMany(ledger.value, orders);
  ledger.value.close();
  files = new Map(['journal.db', 'installation'].map((name) => [name, readFileSync(join(directory, name))]));
});

afterAll(() => folder.remove());

/** The pages on which anything of an order lies: looked for as bytes, by nothing that the product reads pages with. */
function pagesOf(journal: Buffer): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>(sold.map(({ operationId }) => [operationId, new Set()]));
  for (let page = 0; page * pageBytes < journal.length; page += 1) {
    const bytes = journal.subarray(page * pageBytes, (page + 1) * pageBytes);
    const inside = bytes.subarray(8, 40);
    for (const { operationId, ciphertext } of sold) {
      const isOnLeaf = bytes[0] === tableLeaf && bytes.includes(operationId);
      if (isOnLeaf || Buffer.from(ciphertext).includes(inside)) found.get(operationId)?.add(page);
    }
  }
  return found;
}

interface Back {
  readonly how: 'opened' | 'rebuilt' | 'salvaged';
  readonly ledger: Ledger;
}

/** Opens the records in `directory`, and salvages them where that is what they need. */
function comeBack(directory: string): Back {
  const opened = openAt(directory);
  if (opened.ok && opened.value.journal.trouble() === null) {
    const isRebuilt = opened.value.journal.events({ kind: 'journal-rebuilt' }).length > 0;
    return { how: isRebuilt ? 'rebuilt' : 'opened', ledger: opened.value };
  }
  if (opened.ok) opened.value.close();
  const salvaged = salvageJournal({ directory, clock: systemClock, randomness: systemRandomness, orders: orderKnowledge });
  if (!salvaged.ok) throw new Error(`not salvaged: ${salvaged.error.code} ${salvaged.error.detail ?? ''}`);
  const again = openAt(directory);
  if (!again.ok) throw new Error(`salvaged: ${again.error.code} ${again.error.detail ?? ''}`);
  return { how: 'salvaged', ledger: again.value };
}

/** What is wrong with the orders that should all be there. */
function wrongIn({ how, ledger: { journal, book } }: Back, expected: readonly Sold[]): readonly string[] {
  const page = book.page({ show: 'all', limit: orders });
  const listed = page.ok ? page.value.operationIds : [];
  const isThere = ({ operationId, ciphertext }: Sold): boolean => {
    const sealed = journal.sealed(operationId);
    const isSealed = sealed !== null && sealed !== 'purged' && Buffer.from(sealed.ciphertext).equals(ciphertext);
    return isSealed && listed.includes(operationId) && (book.find(operationId)?.completed ?? null) !== null;
  };
  const lost = expected.filter((one) => !isThere(one)).map(({ operationId }) => operationId);
  const verified = journal.verify();
  const isLocked = how !== 'salvaged' || journal.custody() === 'restored';
  return [...lost, ...(verified.ok ? [] : [`event ${verified.error.firstBadSeq} ${verified.error.reason}`]), ...(isLocked ? [] : ['sells on'])];
}

test('one bit flipped on any page costs no order that lies on other pages', () => {
  const journal = files.get('journal.db') ?? Buffer.alloc(0);
  const on = pagesOf(journal);
  const count = journal.length / pageBytes;
  const wrong: string[] = [];
  const outcomes = { opened: 0, rebuilt: 0, salvaged: 0 };
  for (let page = 0; page < count; page += 1) {
    const directory = join(folder.path, `page-${page}`);
    mkdirSync(directory);
    const at = page * pageBytes + noise(`${seed} ${page}`, 4).readUInt32BE() % pageBytes;
    const bit = 1 << (noise(`${seed} bit ${page}`, 1)[0] ?? 0) % 8;
    for (const [name, bytes] of files) writeFileSync(join(directory, name), bytes);
    const damaged = Buffer.from(journal);
    damaged[at] = (damaged[at] ?? 0) ^ bit;
    writeFileSync(join(directory, 'journal.db'), damaged);
    const name = `byte ${at % pageBytes} of page ${page}`;
    try {
      const back = comeBack(directory);
      outcomes[back.how] += 1;
      const found = wrongIn(back, sold.filter(({ operationId }) => on.get(operationId)?.has(page) === false));
      wrong.push(...found.map((what) => `${back.how}, ${name}: ${what}`));
      back.ledger.close();
    } catch (thrown) {
      wrong.push(`${name}: ${thrown instanceof Error ? thrown.message : 'thrown'}`);
    }
    rmSync(directory, { recursive: true });
  }
  expect(wrong).toEqual([]);
  expect(Object.values(outcomes).reduce((sum, one) => sum + one, 0)).toBe(count);
  expect(Math.min(outcomes.rebuilt, outcomes.salvaged)).toBeGreaterThan(0);
}, 1_200_000);
