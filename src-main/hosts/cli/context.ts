import { readFileSync } from 'node:fs';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { clockWords, noticeableSeconds } from '../../../src-shared/words/words.ts';
import { openCounter, openLedger, openLedgerToRead, type Counter, type Ledger } from '../../app/counter.ts';
import type { OperationId } from '../../core/ids.ts';
import type { Sealer, StepMark, Transport } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { parseProfile, unsaidIn, warningsOf, type DeploymentProfile } from '../../deployment/profile.ts';
import { hasJournal } from '../../journal/open-journal.ts';
import type { Order } from '../../orders/machine/order.ts';
import { passphraseSealer } from '../../vault/passphrase-sealer.ts';
import { createHttpTransport } from '../http-transport.ts';
import { systemClock, systemRandomness } from '../system-ports.ts';
import { invalid, type Arguments } from './arguments.ts';
import type { CliStep } from './crash-step.ts';
import { visible } from './visible.ts';

/** What a command may open, each at most once and closed at the end. */
export interface CliContext {
  readonly args: Arguments;
  readonly step: StepMark<CliStep>;
  readonly nowMs: () => number;
  /** A sentence for the person at the shell; never on stdout. */
  readonly say: (sentence: string) => void;
  directory(): Result<string, Failure>;
  /** The records that are there: in a folder without a journal nothing is made, since its path was mistyped. */
  ledger(): Result<Ledger, Failure>;
  counter(): Promise<Result<Counter, Failure>>;
  /** The deployment profile where a readable one was named; null otherwise, without a word. */
  profile(): DeploymentProfile | null;
  /** What seals the data key here: the passphrase. */
  sealer(): Result<Sealer, Failure>;
  /** Aborts when the command is to end: nothing more is sent, and what is under way comes to its end. */
  readonly stopping: AbortSignal;
  /** The orders of which a request is under way, as they are now. */
  underWay(): readonly (readonly [OperationId, Order])[];
  close(): void;
}

export function createContext(
  args: Arguments,
  environment: NodeJS.ProcessEnv,
  step: StepMark<CliStep>,
  stopping: AbortSignal = new AbortController().signal,
): CliContext {
  let ledger: Ledger | null = null;
  let counter: Counter | null = null;

  const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
  const directory = (): Result<string, Failure> => {
    const given = args.text('data');
    return given === null || given === '' ? invalid('data') : ok(given);
  };
  const sealer = (): Result<Sealer, Failure> =>
    passphraseSealer(environment['COUNTERFOIL_PASSPHRASE'], systemRandomness);
  const openedLedger = (): Result<Ledger, Failure> => {
    if (ledger !== null) return ok(ledger);
    const folder = directory();
    if (!folder.ok) return folder;
    const opened = openLedger({ directory: folder.value, clock: systemClock, randomness: systemRandomness });
    if (opened.ok) ledger = opened.value;
    return opened;
  };
  const keptLedger = (): Result<Ledger, Failure> => {
    const folder = directory();
    if (folder.ok && ledger === null && !hasJournal(folder.value)) return invalid('data');
    const opened = openedLedger();
    return opened.ok || opened.error.code !== 'journal_not_writable' || !folder.ok
      ? opened
      : readLedger(folder.value, opened);
  };
  /** The records of a folder on a disk that can only be read; as it was refused where not even that goes. */
  const readLedger = (folder: string, refused: Result<Ledger, Failure>): Result<Ledger, Failure> => {
    const read = openLedgerToRead({ directory: folder, clock: systemClock, randomness: systemRandomness });
    if (!read.ok) return refused;
    say('This folder cannot be written. The counter reads a copy of it and changes nothing.');
    ledger = read.value;
    return read;
  };
  const openedCounter = async (): Promise<Result<Counter, Failure>> => {
    if (counter !== null) return ok(counter);
    const folder = directory();
    if (!folder.ok) return folder;
    const language = languageOf(args);
    if (!language.ok) return language;
    const profile = readProfile(args);
    if (!profile.ok) return profile;
    const key = sealer();
    if (!key.ok) return key;
    const records = openedLedger();
    if (!records.ok) return records;
    const opened = await openCounter(records.value, profile.value, {
      directory: folder.value,
      clock: systemClock,
      randomness: systemRandomness,
      transport: untilStopped(createHttpTransport(), stopping),
      sealer: key.value,
      language: () => language.value,
      step,
      stopping,
    });
    if (opened.ok) {
      counter = opened.value;
      sayClock(opened.value, language.value, say);
    }
    return opened;
  };
  return {
    args,
    step,
    directory,
    ledger: keptLedger,
    counter: openedCounter,
    sealer,
    profile: () => namedProfile(args),
    nowMs: () => systemClock.nowMs(),
    say,
    stopping,
    underWay: () => (counter === null ? [] : factsUnderWay(counter)),
    close: () => {
      if (counter !== null) counter.close();
      else ledger?.close();
    },
  };
}

/** Said once, whatever the command: it goes on all the same, and papers that people date would be wrong. */
function sayClock({ session: { serviceClock } }: Counter, language: 'ar' | 'en', say: CliContext['say']): void {
  let isSaid = false;
  serviceClock.onLearned(() => {
    const seconds = Math.round((serviceClock.offsetMs() ?? 0) / 1000);
    if (isSaid || Math.abs(seconds) < noticeableSeconds) return;
    isSaid = true;
    say(clockWords(seconds, language));
  });
}

function factsUnderWay({ orders, ledger: { book } }: Counter): readonly (readonly [OperationId, Order])[] {
  return orders.underWay().flatMap((operationId) => {
    const facts = book.find(operationId);
    return facts === null ? [] : [[operationId, facts] as const];
  });
}

/** Once the command is to end no request leaves any more; one that is under way is waited for. */
function untilStopped(transport: Transport, stopping: AbortSignal): Transport {
  return {
    exchange: (request, options) =>
      stopping.aborted ? Promise.resolve(err({ code: 'not_sent' })) : transport.exchange(request, options),
  };
}

function namedProfile(args: Arguments): DeploymentProfile | null {
  const path = args.text('deployment');
  try {
    const profile = path === null ? null : parseProfile(readFileSync(path, 'utf8'));
    return profile?.ok === true ? profile.value : null;
  } catch {
    return null;
  }
}

function readProfile(args: Arguments): Result<DeploymentProfile, Failure> {
  const path = args.text('deployment');
  if (path === null) return err({ code: 'deployment_required', field: 'deployment' });
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return err({ code: 'profile_unreadable', field: 'deployment' });
  }
  const profile = parseProfile(text);
  if (profile.ok) {
    for (const { field, allowed } of [...warningsOf(profile.value), ...unsaidIn(profile.value)])
      process.stderr.write(`connection file: warning: ${visible(`${field}: ${allowed}`)}\n`);
    return profile;
  }
  for (const fault of profile.error)
    process.stderr.write(
      `connection file: ${visible(`${fault.field === '' ? 'the file' : fault.field}: ${fault.allowed}`)}\n`,
    );
  return err({ code: 'profile_invalid', field: profile.error[0]?.field || 'deployment' });
}

/** The language of the service's texts; English where nothing is said. */
export function languageOf(args: Arguments): Result<'ar' | 'en', Failure> {
  const text = args.text('language') ?? 'en';
  return text === 'ar' || text === 'en' ? ok(text) : invalid('language');
}
