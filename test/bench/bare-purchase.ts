import { randomBytes, randomUUID } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';

/** What a purchase leaves in the journal, written by bare statements: the same rows, indexes, triggers and commits. */
export interface BarePurchase {
  readonly commits: number;
  readonly rows: number;
  /** Makes the rows of the next one, with ids and hashes of its own. */
  prepare(): void;
  /** Writes them, each in the commit in which it has to be durable. */
  write(): void;
  close(): void;
}

type Value = string | number | null | Uint8Array;
type Row = Readonly<Record<string, Value>>;

/** The rows of one order, by the commits that they belong to. */
interface Left {
  readonly intent: readonly Row[];
  readonly attempt: readonly Row[];
  readonly answer: readonly Row[];
  readonly verdict: readonly Row[];
  readonly sealed: ReadonlyMap<string, { readonly answer: Row; readonly key: Row }>;
  readonly used: readonly Row[];
  readonly projected: Row;
}

const perCommit = ['intent', 'attempt', 'answer', 'verdict'] as const;
const kinds: Readonly<Record<string, (typeof perCommit)[number]>> = {
  'order-intended': 'intent',
  'attempt-started': 'attempt',
  'answer-sealed': 'answer',
  'answer-judged': 'verdict',
};

/**
 * `begun` and `over` are copies of the journal, made when the order was placed and when it was sold. The bare rows go
 * into the latter, so that its trees are as deep as those of the journal.
 */
export function barePurchase(begun: string, over: string, operationId: string): BarePurchase {
  const placed = rowOfOrder(begun, operationId);
  const file = new BetterSqlite3(over);
  for (const pragma of ['locking_mode = EXCLUSIVE', 'journal_mode = WAL', 'wal_autocheckpoint = 64'])
    file.pragma(pragma);
  for (const pragma of ['synchronous = FULL', 'foreign_keys = ON', 'secure_delete = ON']) file.pragma(pragma);
  const left = leftIn(file, operationId);
  const changed = Object.keys(placed).filter((column) => placed[column] !== left.projected[column]);
  const assigned = changed.map((column) => `${column} = @${column}`);
  const insertInto = (table: string, row: Row): BetterSqlite3.Statement =>
    file.prepare(
      `INSERT INTO ${table} VALUES (${Object.keys(row)
        .map((name) => `@${name}`)
        .join(', ')})`,
    );
  const [event] = left.intent;
  const [sealed] = left.sealed.values();
  const [used] = left.used;
  if (event === undefined || sealed === undefined || used === undefined) throw new Error('no purchase was kept');
  const statements = {
    event: insertInto('events', event),
    answer: insertInto('sealed_answers', sealed.answer),
    key: insertInto('sealed_keys', sealed.key),
    used: insertInto('meta', used),
    placed: insertInto('operations', placed),
    over: file.prepare(`UPDATE operations SET ${assigned.join(', ')} WHERE operation_id = @operation_id`),
  };
  const end = file.prepare('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1').get() as Row;
  let [seq, hash] = [Number(end['seq']), end['hash'] as Uint8Array];
  let writes: (readonly (() => void)[])[] = [];
  const all = [...perCommit.flatMap((commit) => left[commit]), ...left.used, placed];
  return {
    commits: perCommit.length,
    rows: all.length + 2 * left.sealed.size,
    prepare: () => {
      const anew = renaming([operationId, ...[...left.sealed.keys()].map((id) => id.slice(id.indexOf(':') + 1))]);
      writes = perCommit.map((commit) => {
        const events = left[commit].map((row) => {
          const previous = hash;
          [seq, hash] = [seq + 1, randomBytes(32)];
          return { ...anew(row), seq, prev_hash: previous, hash };
        });
        const filed = [...left.sealed].filter(([id]) => left[commit].some((row) => String(row['body']).includes(id)));
        const isFiled = commit === 'intent' || commit === 'answer';
        return [
          ...(isFiled ? filed : []).flatMap(([, { answer, key }]) => {
            const [newAnswer, newKey] = [anew(answer), anew(key)];
            return [() => void statements.answer.run(newAnswer), () => void statements.key.run(newKey)];
          }),
          ...events.map((row) => () => void statements.event.run(row)),
          ...(commit === 'intent' ? [placed] : []).map(anew).map((row) => () => void statements.placed.run(row)),
          ...(commit === 'verdict' ? [left.projected] : []).map(anew).map((row) => () => void statements.over.run(row)),
          ...(commit === 'verdict' ? left.used : []).map((row) => () => {
            statements.used.run({ ...anew(row), key: `answer-signature:${randomBytes(32).toString('base64url')}` });
          }),
        ];
      });
    },
    write: () => {
      for (const commit of writes) {
        file.exec('BEGIN IMMEDIATE');
        for (const write of commit) write();
        file.exec('COMMIT');
      }
      // As after each exchange: nobody waits for it, and it is measured on neither side.
    },
    close: () => void file.close(),
  };
}

function rowOfOrder(path: string, operationId: string): Row {
  const file = new BetterSqlite3(path, { readonly: true });
  try {
    return file.prepare('SELECT * FROM operations WHERE operation_id = ?').get(operationId) as Row;
  } finally {
    file.close();
  }
}

function leftIn(file: BetterSqlite3.Database, operationId: string): Left {
  const events = file.prepare('SELECT * FROM events WHERE subject = ? ORDER BY seq').all(operationId) as Row[];
  const of = (commit: (typeof perCommit)[number]): readonly Row[] =>
    events.filter(({ kind }) => kinds[String(kind)] === commit);
  const ids = events.flatMap(({ body }) => /"sealed":\{"id":"([^"]+)"/.exec(String(body))?.[1] ?? []);
  const one = (table: string, id: string): Row => file.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(id) as Row;
  return {
    intent: of('intent'),
    attempt: of('attempt'),
    answer: of('answer'),
    verdict: of('verdict'),
    sealed: new Map(
      [...new Set(ids)]
        .filter((id) => !id.startsWith('serials:'))
        .map((id) => [id, { answer: one('sealed_answers', id), key: one('sealed_keys', id) }]),
    ),
    used: file
      .prepare("SELECT * FROM meta WHERE key LIKE 'answer-signature:%' AND value = ?")
      .all(operationId) as Row[],
    projected: file.prepare('SELECT * FROM operations WHERE operation_id = ?').get(operationId) as Row,
  };
}

/** Gives each of these ids another one, wherever it stands in a row. */
function renaming(ids: readonly string[]): (row: Row) => Row {
  const others = new Map([...new Set(ids)].map((id) => [id, randomUUID()]));
  return (row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        let text = value;
        if (typeof text === 'string') for (const [id, other] of others) text = text.replaceAll(id, other);
        return [column, text];
      }),
    );
}
