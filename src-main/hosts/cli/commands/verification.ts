import { oneByOne, type Pausable } from '../../../core/pausable.ts';
import type { LinkId } from '../../../journal/chain.ts';
import type { Journal } from '../../../journal/journal.ts';
import { noteVerified, readVerified, type Verified } from '../../../journal/verified.ts';
import { timeOf } from '../../../pages/drawn-values.ts';
import type { CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';

/** What is read from the first event to the last, in this sequence. */
export type Part = 'chain' | 'projection' | 'texts' | 'countersignatures';

const nothing: Verified = { atMs: 0, chain: { seq: 0, hash: '' }, parts: {} };
/** Often enough for a person who watches. */
const progressEveryMs = 2_000;

/**
 * One run of `journal verify`, in turns: a person sees how far it is, a signal stops it, and how far it came is noted,
 * so that a later one with `--since-last` goes on there (decision 0081).
 */
export class Verification {
  /** Where this one goes on, part by part; null where it reads everything. */
  readonly #before: Verified | null;
  readonly #context: CliContext;
  readonly #journal: Journal;
  readonly #headSeq: number;
  #now: Verified;
  #part: Part = 'chain';
  #reachedSeq = 0;
  #saidAtMs: number;

  constructor(context: CliContext, journal: Journal) {
    this.#context = context;
    this.#journal = journal;
    this.#headSeq = journal.head().seq;
    this.#before = context.args.flag('since-last') ? readVerified(journal) : null;
    this.#now = this.#before ?? nothing;
    this.#saidAtMs = context.nowMs();
    if (this.#before !== null) this.#sayBefore(this.#before);
  }

  /** Where the walk of the chain goes on. */
  walked(): { readonly from?: LinkId } {
    const { seq, hash } = this.#now.chain;
    return seq === 0 ? {} : { from: { seq, hash: new Uint8Array(Buffer.from(hash, 'base64url')) } };
  }

  /** What its value says of an earlier one on which this builds. */
  since(): { readonly since?: { readonly seq: number; readonly at: string } } {
    if (this.#before === null) return {};
    const { atMs, chain } = this.#before;
    return { since: { seq: chain.seq, at: new Date(atMs).toISOString() } };
  }

  /** The last event that need not be read again for a part. */
  afterSeq(part: Exclude<Part, 'chain'>): number {
    return this.#now.parts[part] ?? 0;
  }

  /** Does all of the work, and gives null where a signal stopped it before. */
  async read<T>(part: Part, work: (onReached: (seq: number) => void) => Pausable<T>): Promise<T | null> {
    this.#part = part;
    this.#reachedSeq = 0;
    const reached = (seq: number): void => {
      this.#reachedSeq = seq;
      if (part === 'chain') this.#walkedTo(seq);
      this.#sayProgress();
    };
    const { stopping } = this.#context;
    return oneByOne<T>(
      work(reached),
      () => new Promise(setImmediate),
      () => stopping.aborted,
    );
  }

  /** All of a part was read and nothing found in it. */
  isWhole(part: Part): void {
    if (part === 'chain') this.#walkedTo(this.#headSeq);
    else this.#now = { ...this.#now, parts: { ...this.#now.parts, [part]: this.#headSeq } };
    this.#note(this.#now);
  }

  /** Something was found: nothing counts as verified any more. */
  isDamaged(): void {
    this.#now = nothing;
    this.#note(null);
  }

  stopped(): CommandOutcome {
    this.#note(this.#now);
    this.#context.say(this.#context.text('cli.verify.stopped'));
    return {
      exit: 4,
      error: { code: 'check_stopped' },
      value: { part: this.#part, seq: this.#reachedSeq, of: this.#headSeq },
    };
  }

  #walkedTo(seq: number): void {
    this.#now = { ...this.#now, chain: { seq, hash: this.#journal.hashAt(seq) ?? '' } };
  }

  /** What an earlier one came further with stays: that this one was stopped says nothing against it. */
  #note(verified: Verified | null): void {
    const earlier = readVerified(this.#journal) ?? nothing;
    noteVerified(
      this.#journal,
      verified === null
        ? null
        : {
            atMs: this.#context.nowMs(),
            chain: verified.chain.seq < earlier.chain.seq ? earlier.chain : verified.chain,
            parts: { ...earlier.parts, ...verified.parts },
          },
    );
  }

  #sayProgress(): void {
    const { nowMs, say, text } = this.#context;
    if (nowMs() - this.#saidAtMs < progressEveryMs) return;
    this.#saidAtMs = nowMs();
    const percent = Math.floor((100 * this.#reachedSeq) / this.#headSeq);
    say(text(`cli.verify.${this.#part}`, { percent }));
  }

  #sayBefore({ atMs, chain }: Verified): void {
    const { language, say, text } = this.#context;
    say(text('cli.verify.before', { seq: chain.seq, time: timeOf(atMs, language) }));
  }
}
