import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { OperationId } from '../../../src-main/core/ids.ts';
import { ownedCardsReconciledKind } from '../../../src-main/orders/records/copies.ts';
import type { Coverage } from './coverage.ts';
import { Machine, type MachineOptions } from './machine.ts';
import { People } from './people.ts';
import type { Goods } from './premises.ts';
import type { Draws } from './random.ts';
import { Crew } from './shop/crew.ts';
import { Said } from './shop/journal-laws.ts';
import { judgeKeptBack, judgeMoneyBack } from './shop/money-laws.ts';
import { Papers } from './shop/papers.ts';
import { Watch } from './watch.ts';

export interface TillOptions extends Pick<MachineOptions, 'timeline' | 'sealer' | 'deploymentFile'> {
  /** The name of its folder, and of its draws. */
  readonly name: string;
  readonly folder: string;
  readonly drawsOf: (purpose: string) => Draws;
  readonly connect: (connection: Duplex) => void;
  readonly coverage: Coverage;
  readonly goods: readonly Goods[];
  /** People with PINs work here. */
  readonly isStaffed: boolean;
  readonly violate: (bar: string, what: string) => void;
}

/** One counter of the shop: its machine, the people at it, and who watches what it sends. */
export class Till {
  readonly machine: Machine;
  readonly watch: Watch;
  readonly people: People;
  readonly crew: Crew | null;
  readonly papers: Papers;
  readonly said: Said;
  /** Whether an older journal was restored, a damaged one salvaged with a loss, or one taken for a copy. */
  wasRestored = false;
  readonly #coverage: Coverage;
  readonly #violate: (bar: string, what: string) => void;

  constructor({ name, folder, drawsOf, coverage, goods, isStaffed, violate, ...ports }: TillOptions) {
    this.#coverage = coverage;
    this.#violate = violate;
    this.papers = new Papers(coverage, violate);
    this.said = new Said(violate);
    const { papers, said } = this;
    this.watch = new Watch({ coverage, papers, said, nowMs: () => this.machine.nowMs, violate });
    this.machine = new Machine({ ...ports, directory: join(folder, name), draws: drawsOf(name), observer: this.watch });
    const { machine } = this;
    const failed = (error: unknown): void => this.watch.failed(error);
    const asked = (ids: readonly OperationId[]): void => this.people.want(ids);
    const draws = drawsOf(`crew of ${name}`);
    this.crew = isStaffed ? new Crew({ machine, draws, coverage, goods, papers, violate, failed, asked }) : null;
    this.people = new People({
      machine,
      draws: drawsOf(`people of ${name}`),
      coverage,
      goods,
      failed,
      crew: this.crew,
    });
  }

  /** Reads what was recorded since, before it may be lost. */
  listen(): void {
    if (!this.machine.isRunning) return;
    this.said.read(this.machine.running, this.crew?.ids ?? new Set());
    if (this.crew !== null) {
      judgeMoneyBack(this.machine.running, this.#violate);
      judgeKeptBack(this.machine.running, this.#violate);
    }
  }

  /** Starts the counter; false where its disk has no room for that. */
  async start(why: string): Promise<boolean> {
    if (!(await this.machine.start())) return false;
    this.#coverage.add('starts', why);
    if (this.machine.isRunning && this.machine.running.localRecords.journal.copyStatus() !== 'own')
      this.takeAsRestored();
    return true;
  }

  /**
   * The journal is older than what happened: nobody remembers what it does not, and it sends nothing that is pending in
   * it.
   */
  takeAsRestored(): void {
    this.wasRestored = true;
    const { records } = this.machine.running.localRecords;
    for (const id of records.pending()) this.watch.restored.add(id);
    this.people.forget((id) => records.find(id) === null);
  }

  /** Cards that were found at the service and not in the records, and the orders that could only be read there. */
  named(): { readonly cards: ReadonlySet<string>; readonly orders: ReadonlySet<string> } {
    const { journal } = this.machine.running.localRecords;
    const cards = journal
      .events({ kind: ownedCardsReconciledKind })
      .flatMap(({ body }) => cardsIn(body['unknownCards']));
    return {
      cards: new Set(cards),
      orders: new Set(journal.events({ kind: 'lost-order-read' }).map(({ subject }) => subject)),
    };
  }
}

function cardsIn(listed: unknown): readonly string[] {
  return Array.isArray(listed) ? listed.filter((card): card is string => typeof card === 'string') : [];
}
