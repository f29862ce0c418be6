import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { noticeableSeconds, wrongClockWords } from '../../../../src-shared/words/clock-words.ts';
import { defaultLanguage, isLanguage, type Language } from '../../../../src-shared/words/languages.ts';
import type { MainKey } from '../../../../src-shared/words/main-messages.ts';
import { terminalText } from '../../../../src-shared/words/main-text.ts';
import type { Text } from '../../../../src-shared/words/text.ts';
import {
  openCounter,
  openLocalRecords,
  openLocalRecordsToRead,
  type Counter,
  type LocalRecords,
} from '../../../app/counter/counter.ts';
import type { OperationId } from '../../../core/ids.ts';
import type { Sealer, StepMark, Transport } from '../../../core/ports.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import type { DeploymentProfile } from '../../../deployment/profile.ts';
import type { DeploymentFile } from '../../../deployment/signed-file.ts';
import { hasJournal } from '../../../journal/open-journal.ts';
import type { Order } from '../../../orders/machine/order.ts';
import { openOrderTexts } from '../../../orders/records/order-text.ts';
import { passphraseSealer } from '../../../vault/passphrase-sealer.ts';
import { openVault } from '../../../vault/vault.ts';
import { createHttpTransport } from '../../http-transport.ts';
import { systemClock, systemRandomness } from '../../system-ports.ts';
import { invalid, type Arguments } from './arguments.ts';
import type { CliStep } from './crash-step.ts';
import { checkSigner, namedFile, namedProfile, readProfile } from './named-deployment.ts';

/** What a command may open, each at most once and closed at the end. */
export interface CliContext {
  readonly args: Arguments;
  readonly step: StepMark<CliStep>;
  readonly nowMs: () => number;
  readonly language: Language;
  /** Sentences in that language. */
  readonly text: Text<MainKey>;
  /** A sentence for the person at the shell; never on stdout. */
  readonly say: (sentence: string) => void;
  directory(): Result<string, Failure>;
  /** The records that are there: in a folder without a journal nothing is made, since its path was mistyped. */
  localRecords(): Result<LocalRecords, Failure>;
  /** The same, with what lies sealed beside orders opened where the passphrase is given and opens it. */
  recordsWithTexts(): Promise<Result<LocalRecords & { readonly hasTexts: boolean }, Failure>>;
  counter(): Promise<Result<Counter, Failure>>;
  /** The deployment profile where a readable one was named; otherwise null, silently. */
  profile(): Promise<DeploymentProfile | null>;
  /** What `--deployment` names, signed as `--signed-by` asks. Read once: what was checked is what is used. */
  deploymentFile(): Promise<Result<DeploymentFile, Failure>>;
  /** Whether it is, where `--signed-by` asks for it. */
  checkSigner(): Promise<Result<void, Failure>>;
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
  let localRecords: LocalRecords | null = null;
  let counter: Counter | null = null;
  let file: ReturnType<CliContext['deploymentFile']> | null = null;
  const language = languageIn(args);
  const text = terminalText(language);

  const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
  const deploymentFile: CliContext['deploymentFile'] = () => (file ??= namedFile({ args, stopping }));
  const directory = (): Result<string, Failure> => {
    const given = args.text('data');
    return given === null || given === '' ? invalid('data') : ok(given);
  };
  const sealer = (): Result<Sealer, Failure> =>
    passphraseSealer(environment['COUNTERFOIL_PASSPHRASE'], systemRandomness);
  const openedRecords = (): Result<LocalRecords, Failure> => {
    if (localRecords !== null) return ok(localRecords);
    const folder = directory();
    if (!folder.ok) return folder;
    const opened = openLocalRecords({
      directory: folder.value,
      clock: systemClock,
      randomness: systemRandomness,
      keepingStep: step,
    });
    if (opened.ok) localRecords = opened.value;
    return opened;
  };
  const keptRecords = (): Result<LocalRecords, Failure> => {
    const folder = directory();
    if (folder.ok && localRecords === null && !hasJournal(folder.value)) return invalid('data');
    const opened = openedRecords();
    return opened.ok || opened.error.code !== 'journal_not_writable' || !folder.ok
      ? opened
      : readRecords(folder.value, opened);
  };
  /** The records of a folder on a disk that can only be read; as it was refused where not even that goes. */
  const readRecords = (folder: string, refused: Result<LocalRecords, Failure>): Result<LocalRecords, Failure> => {
    const read = openLocalRecordsToRead({ directory: folder, clock: systemClock, randomness: systemRandomness });
    if (!read.ok) return refused;
    say(text('cli.readOnly'));
    localRecords = read.value;
    return read;
  };
  const recordsWithTexts: CliContext['recordsWithTexts'] = async () => {
    const records = keptRecords();
    if (!records.ok) return records;
    const [folder, key] = [directory(), sealer()];
    if (counter !== null) return ok({ ...records.value, hasTexts: true });
    if (!folder.ok || !key.ok || !records.value.journal.holdsSealed()) return ok({ ...records.value, hasTexts: false });
    const vault = await openVault({
      directory: folder.value,
      sealer: key.value,
      randomness: systemRandomness,
      mayBegin: () => false,
    });
    // With another passphrase the orders are seen all the same, without what lies sealed.
    if (vault.ok) records.value.records.openTexts(openOrderTexts(records.value.journal, vault.value));
    return ok({ ...records.value, hasTexts: vault.ok });
  };
  const openedCounter = async (): Promise<Result<Counter, Failure>> => {
    if (counter !== null) return ok(counter);
    const folder = directory();
    if (!folder.ok) return folder;
    const profile = readProfile(await deploymentFile(), { say, text });
    if (!profile.ok) return profile;
    const key = sealer();
    if (!key.ok) return key;
    const records = openedRecords();
    if (!records.ok) return records;
    const opened = await openCounter(records.value, profile.value, {
      directory: folder.value,
      clock: systemClock,
      randomness: systemRandomness,
      transport: untilStopped(createHttpTransport(), stopping),
      sealer: key.value,
      language: () => language,
      step,
      stopping,
    });
    if (opened.ok) {
      counter = opened.value;
      sayClock(opened.value, { say, text, language });
    }
    return opened;
  };
  return {
    args,
    language,
    text,
    step,
    directory,
    localRecords: keptRecords,
    recordsWithTexts,
    counter: openedCounter,
    sealer,
    profile: async () => namedProfile(await deploymentFile()),
    deploymentFile,
    checkSigner: () => checkSigner(args, deploymentFile, { say, text }),
    nowMs: () => systemClock.nowMs(),
    say,
    stopping,
    underWay: () => (counter === null ? [] : factsUnderWay(counter)),
    close: () => {
      if (counter !== null) counter.close();
      else localRecords?.close();
    },
  };
}

/** Said once, whatever the command: it goes on all the same, and papers that people date would be wrong. */
function sayClock(
  { session: { serviceClock }, enrolment }: Counter,
  { say, text, language }: Pick<CliContext, 'say' | 'text' | 'language'>,
): void {
  let isSaid = false;
  serviceClock.onLearned(() => {
    const seconds = Math.round((serviceClock.offsetMs() ?? 0) / 1000);
    if (isSaid || Math.abs(seconds) < noticeableSeconds) return;
    isSaid = true;
    say(wrongClockWords(seconds, enrolment.status().state === 'active', text, language));
  });
}

function factsUnderWay({ orders, localRecords: { records } }: Counter): readonly (readonly [OperationId, Order])[] {
  return orders.underWay().flatMap((operationId) => {
    const facts = records.find(operationId);
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

/** What a person reads, and the language of the service's texts; English where nothing is said, or none of ours. */
export function languageIn(args: Pick<Arguments, 'text'> | null): Language {
  const code = args?.text('language') ?? defaultLanguage;
  return isLanguage(code) ? code : defaultLanguage;
}
