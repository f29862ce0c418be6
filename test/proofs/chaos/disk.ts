import BetterSqlite3 from 'better-sqlite3';

/** More pages than any journal has: SQLite's own limit. */
const asManyAsFit = 4_294_967_294;

/**
 * The disk under the journal of one folder. While it is full the file takes no further page, as SQLite itself keeps it
 * from doing; a file system that is really full is in the crash tests.
 */
export class Disk {
  readonly #journal: string;
  #handle: BetterSqlite3.Database | null = null;
  #isFull = false;

  constructor(journal: string) {
    this.#journal = journal;
    watched.add(this);
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  set isFull(isFull: boolean) {
    this.#isFull = isFull;
    this.#limit();
  }

  opened(handle: BetterSqlite3.Database): void {
    if (handle.name !== this.#journal || handle === this.#handle) return;
    this.#handle = handle;
    if (this.#isFull) this.#limit();
  }

  remove(): void {
    watched.delete(this);
  }

  /** A limit below the pages that there are becomes their number. */
  #limit(): void {
    if (this.#handle?.open === true) this.#handle.pragma(`max_page_count = ${String(this.#isFull ? 1 : asManyAsFit)}`);
  }
}

const watched = new Set<Disk>();
const pragma: unknown = Reflect.get(BetterSqlite3.prototype, 'pragma');
if (typeof pragma !== 'function') throw new Error('the driver has no pragmas');

/** The limit belongs to a handle, and the product gives none out; it asks for a pragma as it opens one. */
Reflect.set(
  BetterSqlite3.prototype,
  'pragma',
  function watching(this: BetterSqlite3.Database, ...given: unknown[]): unknown {
    for (const disk of watched) disk.opened(this);
    return Reflect.apply(pragma, this, given);
  },
);
