import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalRecords } from '../../src-main/app/counter/counter.ts';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { salvageJournal } from '../../src-main/journal/salvage.ts';
import { makeTempFolder } from '../support/temp.ts';
import { noise, openAt, sellMany, type Sold } from './many-orders.ts';

const pageBytes = 4096;
const [logHeaderBytes, frameHeaderBytes] = [32, 24];
const orders = 100;
const seed = process.env['SALVAGE_SEED'] ?? 'one';

let folder: ReturnType<typeof makeTempFolder>;

beforeAll(() => {
  folder = makeTempFolder();
});

afterAll(() => folder.remove());

interface Sales {
  readonly sold: readonly Sold[];
  /** What lies in the folder; with the log where the counter was not closed. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The numbers, from 1, of the pages that SQLite says hold rows of the record. */
  readonly recordPages: ReadonlySet<number>;
}

/** Sells so much in a counter that is closed then, or ends without. */
function salesOf(name: string, count: number, how: 'closed' | 'killed'): Sales {
  const directory = join(folder.path, name);
  const localRecords = openAt(directory);
  if (!localRecords.ok) throw new Error(localRecords.error.code);
  const sold = sellMany(localRecords.value, count);
  if (how === 'closed') localRecords.value.close();
  const names = ['journal.db', 'installation', ...(how === 'killed' ? ['journal.db-wal'] : [])];
  const files = new Map(names.map((file) => [file, readFileSync(join(directory, file))]));
  localRecords.value.close();
  return { sold, files, recordPages: recordPagesOf(join(directory, 'journal.db')) };
}

/** SQLite's own reader of pages says which are of the tables of the record, and where their long rows go on. */
function recordPagesOf(path: string): ReadonlySet<number> {
  const file = new BetterSqlite3(path, { readonly: true });
  const pages = file
    .prepare<[], number>(
      "SELECT pageno FROM dbstat WHERE name IN ('events', 'sealed_answers', 'sealed_keys') AND pagetype <> 'internal'",
    )
    .pluck()
    .all();
  file.close();
  return new Set(pages);
}

/**
 * Whether anything of an order's record lies on a page: looked for as bytes, by nothing that the product reads pages
 * with.
 */
function isOn({ operationId, ciphertext }: Sold, page: Buffer): boolean {
  return page.includes(operationId) || Buffer.from(ciphertext).includes(page.subarray(8, 40));
}

interface Back {
  readonly how: 'opened' | 'rebuilt' | 'salvaged';
  readonly localRecords: LocalRecords;
}

/** Opens the records in `directory`, and salvages them where that is what they need. */
function comeBack(directory: string): Back {
  const opened = openAt(directory);
  if (opened.ok && opened.value.journal.trouble() === null) {
    const isRebuilt = opened.value.journal.events({ kind: 'journal-rebuilt' }).length > 0;
    return { how: isRebuilt ? 'rebuilt' : 'opened', localRecords: opened.value };
  }
  if (opened.ok) opened.value.close();
  const salvaged = salvageJournal({
    directory,
    clock: systemClock,
    randomness: systemRandomness,
    rules: journalRules,
  });
  if (!salvaged.ok) throw new Error(`not salvaged: ${salvaged.error.code} ${salvaged.error.detail ?? ''}`);
  const again = openAt(directory);
  if (!again.ok) throw new Error(`salvaged: ${again.error.code} ${again.error.detail ?? ''}`);
  return { how: 'salvaged', localRecords: again.value };
}

/** What is wrong with the orders that should all be there. */
function wrongIn({ how, localRecords: { journal, records } }: Back, expected: readonly Sold[]): readonly string[] {
  const differing = journal.compareProjection();
  const page = records.page({ show: 'all', limit: orders });
  const listed = page.ok ? page.value.operationIds : [];
  const isThere = ({ operationId, ciphertext }: Sold): boolean => {
    const sealed = journal.sealed(operationId);
    const isSealed = sealed !== null && sealed !== 'purged' && Buffer.from(sealed.ciphertext).equals(ciphertext);
    return isSealed && listed.includes(operationId) && (records.find(operationId)?.completed ?? null) !== null;
  };
  const lost = expected.filter((one) => !isThere(one)).map(({ operationId }) => operationId);
  const verified = journal.verify();
  const isLocked = how !== 'salvaged' || journal.copyStatus() === 'restored';
  return [
    ...lost,
    ...differing.map((id) => `derived ${id}`),
    ...(verified.ok ? [] : [`event ${verified.error.firstBadSeq} ${verified.error.reason}`]),
    ...(isLocked ? [] : ['sells on']),
  ];
}

interface Flip {
  readonly file: string;
  readonly at: number;
  readonly expected: readonly Sold[];
}

interface Outcomes {
  readonly opened: number;
  readonly rebuilt: number;
  readonly salvaged: number;
  readonly wrong: readonly string[];
}

function flipEach({ sold, files }: Sales, flips: readonly Flip[]): Outcomes {
  const wrong: string[] = [];
  const outcomes = { opened: 0, rebuilt: 0, salvaged: 0 };
  for (const { file, at, expected } of flips) {
    const directory = join(folder.path, 'damaged');
    mkdirSync(directory);
    for (const [name, bytes] of files) writeFileSync(join(directory, name), bytes);
    const damaged = Buffer.from(files.get(file) ?? []);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << ((noise(`${seed} bit ${at}`, 1)[0] ?? 0) % 8));
    writeFileSync(join(directory, file), damaged);
    const name = `byte ${at} of ${file}`;
    try {
      const back = comeBack(directory);
      outcomes[back.how] += 1;
      wrong.push(...wrongIn(back, expected).map((what) => `${back.how}, ${name}: ${what}`));
      back.localRecords.close();
    } catch (thrown) {
      wrong.push(`${name}: ${thrown instanceof Error ? thrown.message : 'thrown'}`);
    }
    rmSync(directory, { recursive: true });
  }
  expect(outcomes.opened + outcomes.rebuilt + outcomes.salvaged + wrong.length).toBeGreaterThanOrEqual(flips.length);
  expect(sold.length).toBeGreaterThan(0);
  return { ...outcomes, wrong };
}

/** A byte of each stretch of so many bytes, another for each seed. */
function byteOf(stretch: string, bytes: number): number {
  return noise(`${seed} ${stretch}`, 4).readUInt32BE() % bytes;
}

test('one bit flipped on any page costs no order whose record lies on other pages', () => {
  const sales = salesOf('pages', orders, 'closed');
  const journal = sales.files.get('journal.db') ?? Buffer.alloc(0);
  const flips = Array.from({ length: journal.length / pageBytes }, (_, page): Flip => {
    const bytes = journal.subarray(page * pageBytes, (page + 1) * pageBytes);
    const isRecord = sales.recordPages.has(page + 1);
    return {
      file: 'journal.db',
      at: page * pageBytes + byteOf(`page ${page}`, pageBytes),
      expected: sales.sold.filter((one) => !isRecord || !isOn(one, bytes)),
    };
  });
  const { wrong, rebuilt, salvaged } = flipEach(sales, flips);
  expect(wrong).toEqual([]);
  expect(Math.min(rebuilt, salvaged)).toBeGreaterThan(0);
});

test('one bit flipped in any frame of the log costs no order that is not written in that frame', () => {
  const sales = salesOf('log', 12, 'killed');
  const log = sales.files.get('journal.db-wal') ?? Buffer.alloc(0);
  const frame = frameHeaderBytes + pageBytes;
  const flips = Array.from({ length: Math.floor((log.length - logHeaderBytes) / frame) }, (_, index) => {
    const start = logHeaderBytes + index * frame;
    const bytes = log.subarray(start + frameHeaderBytes, start + frame);
    const expected = sales.sold.filter((one) => !isOn(one, bytes));
    // Its content, and what says which page of which log it is.
    return [byteOf(`frame ${index}`, frame), byteOf(`header of frame ${index}`, frameHeaderBytes)].map(
      (byte): Flip => ({ file: 'journal.db-wal', at: start + byte, expected }),
    );
  });
  const { wrong, rebuilt } = flipEach(sales, flips.flat());
  expect(wrong).toEqual([]);
  expect(rebuilt).toBeGreaterThan(0);
});
