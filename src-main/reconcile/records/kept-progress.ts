import { join } from 'node:path';
import { z } from 'zod';
import type { Compared } from '../../../src-shared/contract/reports.ts';
import { failure, localizedText } from '../../../src-shared/contract/shapes.ts';
import { knownId, type OperationId, type WalletId } from '../../core/ids.ts';
import { openDatabase, type Database } from '../../sqlite/database.ts';
import { DatabaseUnavailable } from '../../sqlite/fault.ts';
import type { Migration } from '../../sqlite/migration.ts';
import { bytesOf, integerOf, textOf } from '../../sqlite/row.ts';
import type { SealedRecord, Vault } from '../../vault/vault.ts';
import { countsForMs, isFresh, type AskedOrder, type ListedPage } from '../machine/kept.ts';

/** How far a comparison came. */
export interface Progress {
  /** Each is unsealed when somebody looks at it: of many orders that takes a while. Null where it does not count. */
  readonly asked: readonly (readonly [OperationId, () => AskedOrder | null])[];
  /** Orders that had no result when they were asked about. */
  readonly wereOpen: readonly OperationId[];
  /** By wallet, from the first page on. */
  readonly pages: ReadonlyMap<WalletId, readonly ListedPage[]>;
}

/**
 * How far comparisons came that did not end, for another process to go on with. Sealed, and a cache: where the file
 * fails nothing is found and nothing is kept, and a comparison begins anew.
 */
export interface KeptProgress {
  /** What is not too old. */
  of(compared: Compared): Progress;
  keepAsked(compared: Compared, operationId: OperationId, asked: AskedOrder): void;
  keepOpen(compared: Compared, operationId: OperationId, atMs: number): void;
  keepPage(compared: Compared, walletId: WalletId, number: number, page: ListedPage): void;
  /** Of a wallet, its pages; else all of it. */
  forget(compared: Compared, walletId?: WalletId): void;
  close(): void;
}

interface KeptProgressPorts {
  readonly directory: string;
  /** Whose service it is: nothing that another one said counts. */
  readonly deployment: string;
  readonly vault: Pick<Vault, 'seal' | 'unseal'>;
  readonly nowMs: () => number;
}

/** `CFCM` in the file's header. */
const applicationId = 0x4346434d;
const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE kept (
        about TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, part INTEGER NOT NULL, at_ms INTEGER NOT NULL,
        ciphertext BLOB NOT NULL, wrapped_key BLOB NOT NULL,
        PRIMARY KEY (about, kind, id, part)
      ) STRICT, WITHOUT ROWID;
    `,
  },
];

const sum = z.object({ amount: z.string(), currency: z.string() });
const order = z.object({
  status: z.enum(['processing', 'recoveryExhausted', 'completed', 'failed', 'unknown']),
  walletId: z.string().exactOptional(),
  cardId: z.string().exactOptional(),
  quantity: z.number().exactOptional(),
  total: sum.exactOptional(),
});
const there = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), order }),
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('unread'), failure }),
]);
const bodies = {
  asked: z.object({ there, atMs: z.number(), eventHash: z.string() }),
  open: z.object({ atMs: z.number() }),
  page: z.object({
    cards: z.array(
      z.object({
        soldCardId: z.string(),
        name: localizedText.exactOptional(),
        invoiceId: z.string().exactOptional(),
        operationId: z.string().exactOptional(),
        purchasedAt: z.string().exactOptional(),
      }),
    ),
    next: z.string().nullable(),
    unreadable: z.number(),
    atMs: z.number(),
  }),
};
type Kind = keyof typeof bodies;
type Body<K extends Kind> = z.infer<(typeof bodies)[K]>;

/** Where in the file something lies. */
interface Place<K extends Kind> {
  readonly about: string;
  readonly kind: K;
  readonly id: string;
  readonly part: number;
}

export function openKeptProgress(ports: KeptProgressPorts): KeptProgress {
  return new SqliteProgress(ports);
}

class SqliteProgress implements KeptProgress {
  readonly #ports: KeptProgressPorts;
  /** Undefined until something is compared: a counter that compares nothing has no such file. */
  #file: Database | null | undefined;

  constructor(ports: KeptProgressPorts) {
    this.#ports = ports;
  }

  of(compared: Compared): Progress {
    this.#forgetOld();
    const about = this.#about(compared);
    const pages = new Map<WalletId, readonly ListedPage[]>();
    for (const { id, part, open } of this.#read(about, 'page')) {
      const before = pages.get(knownId<WalletId>(id)) ?? [];
      // After a page that is missing the list cannot go on.
      const page = before.length === part ? open() : null;
      if (page !== null) pages.set(knownId<WalletId>(id), [...before, page]);
    }
    const wereOpen = this.#read(about, 'open').filter(({ open }) => open() !== null);
    return {
      asked: this.#read(about, 'asked').map(({ id, open }) => [knownId<OperationId>(id), open] as const),
      wereOpen: wereOpen.map(({ id }) => knownId<OperationId>(id)),
      pages,
    };
  }

  keepAsked(compared: Compared, operationId: OperationId, asked: AskedOrder): void {
    this.#keep({ about: this.#about(compared), kind: 'asked', id: operationId, part: 0 }, { ...asked });
  }

  keepOpen(compared: Compared, operationId: OperationId, atMs: number): void {
    this.#keep({ about: this.#about(compared), kind: 'open', id: operationId, part: 0 }, { atMs });
  }

  keepPage(compared: Compared, walletId: WalletId, number: number, page: ListedPage): void {
    const cards = page.cards.map((card) => ({ ...card }));
    this.#keep({ about: this.#about(compared), kind: 'page', id: walletId, part: number }, { ...page, cards });
  }

  forget(compared: Compared, walletId?: WalletId): void {
    const about = this.#about(compared);
    this.#write((file) => {
      if (walletId === undefined) file.run('DELETE FROM kept WHERE about = ?', about);
      else file.run("DELETE FROM kept WHERE about = ? AND kind = 'page' AND id = ?", about, walletId);
    });
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
  }

  #about(compared: Compared): string {
    const of = compared.kind === 'z' ? `z ${compared.name}` : `days ${compared.from} ${compared.to}`;
    return `${this.#ports.deployment} ${of}`;
  }

  #keep<K extends Kind>(place: Place<K>, body: Body<K>): void {
    const { vault } = this.#ports;
    const { about, kind, id, part } = place;
    this.#write((file) => {
      const sealed = vault.seal(identityOf(place), new TextEncoder().encode(JSON.stringify(body)));
      file.run(
        'INSERT OR REPLACE INTO kept (about, kind, id, part, at_ms, ciphertext, wrapped_key) VALUES (?, ?, ?, ?, ?, ?, ?)',
        about,
        kind,
        id,
        part,
        body.atMs,
        sealed.ciphertext,
        sealed.wrappedKey,
      );
    });
  }

  #read<K extends Kind>(about: string, kind: K): readonly { id: string; part: number; open: () => Body<K> | null }[] {
    const file = this.#open();
    if (file === null) return [];
    try {
      const rows = file.all('SELECT * FROM kept WHERE about = ? AND kind = ? ORDER BY id, part', about, kind);
      return rows.map((row) => {
        const [id, part] = [textOf(row, 'id'), integerOf(row, 'part')];
        const sealed = { ciphertext: bytesOf(row, 'ciphertext'), wrappedKey: bytesOf(row, 'wrapped_key') };
        return { id, part, open: () => this.#opened({ about, kind, id, part }, sealed) };
      });
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      return [];
    }
  }

  #opened<K extends Kind>(place: Place<K>, sealed: SealedRecord): Body<K> | null {
    const opened = this.#ports.vault.unseal(identityOf(place), sealed);
    const body = opened.ok ? readBody(place.kind, opened.value) : null;
    return body !== null && isFresh(body.atMs, this.#ports.nowMs()) ? body : null;
  }

  #forgetOld(): void {
    const nowMs = this.#ports.nowMs();
    this.#write((file) => void file.run('DELETE FROM kept WHERE at_ms <= ? OR at_ms > ?', nowMs - countsForMs, nowMs));
  }

  /** What cannot be kept is asked again by the next process. */
  #write(work: (file: Database) => void): void {
    const file = this.#open();
    file?.transaction(() => work(file));
  }

  #open(): Database | null {
    if (this.#file !== undefined) return this.#file;
    const path = join(this.#ports.directory, 'comparison.db');
    const opened = openDatabase(path, { profile: 'disposable', applicationId, migrations });
    this.#file = opened.ok ? opened.value : null;
    return this.#file;
  }
}

/** Nothing of one comparison, order or page unseals as that of another. */
function identityOf({ about, kind, id, part }: Place<Kind>): string {
  return `comparison:${about}:${kind}:${id}:${part}`;
}

function readBody<K extends Kind>(kind: K, bytes: Uint8Array): Body<K> | null;
function readBody(kind: Kind, bytes: Uint8Array): unknown {
  return bodies[kind].safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null;
}
