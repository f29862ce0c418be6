import type { Failure } from '../../../../src-shared/contract/codes.ts';
import type { Counter, LocalRecords } from '../../../app/counter/counter.ts';
import { isUuid } from '../../../core/ids.ts';
import type { Pausable } from '../../../core/pausable.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import type { ChainHead } from '../../../journal/event.ts';
import type { ChainFault, InTurns } from '../../../journal/journal.ts';
import { readKeyringFile } from '../../../keyring/keyring-file.ts';
import { checkTexts, holdsTexts, type CheckedTexts } from '../../../orders/records/check-texts.ts';
import { openOrderTexts } from '../../../orders/records/order-text.ts';
import { countersignatures, sentAnyHead, type OrderCountersignature } from '../../../orders/views/countersignatures.ts';
import { closedCodes, holdsCodes } from '../../../reveals/records/closed-codes.ts';
import { openVault, type Vault } from '../../../vault/vault.ts';
import { systemRandomness } from '../../system-ports.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { Verification } from './verification.ts';

/** Orders between two turns: each opens an answer and checks a signature. */
const readAtATime = 50;

/**
 * Checks the chain, what is derived from it, and, where orders carried its head, what the service signed for. The last
 * takes the deployment file, whose keys are trusted, and the passphrase, since the signatures lie in sealed answers.
 */
export async function verify(context: CliContext): Promise<CommandOutcome> {
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const run = new Verification(context, localRecords.value.journal);
  const outcome = await verifyIn(context, localRecords.value, run);
  if (outcome.exit !== 0 && outcome.error.code === 'journal_corrupt') run.isDamaged();
  return outcome;
}

async function verifyIn(context: CliContext, localRecords: LocalRecords, run: Verification): Promise<CommandOutcome> {
  const { journal } = localRecords;
  const checkpoint = keyringCheckpoint(context);
  const verified = await run.read('chain', (onReached) =>
    journal.verifyRecordInTurns({ checkpoint, onReached, ...run.walked() }),
  );
  if (verified === null) return run.stopped();
  if (!verified.ok) return notWhole(context, localRecords, verified.error, run);
  run.isWhole('chain');
  const differing = await run.read('projection', (onReached) =>
    journal.compareProjectionInTurns({ afterSeq: run.afterSeq('projection'), onReached }),
  );
  if (differing === null) return run.stopped();
  if (differing.length > 0)
    return { ...failed({ code: 'journal_corrupt', detail: 'projection_differs' }), value: { operationIds: differing } };
  run.isWhole('projection');
  const vault = await vaultFor(context, localRecords);
  if (vault !== null && !vault.ok) return failed(vault.error);
  const closed = codesThatStayClosed(context, localRecords, vault?.value ?? null);
  if (closed !== null) return closed;
  const texts = await textsIn(context, localRecords, vault?.value ?? null, run);
  if (!texts.ok) return texts.error;
  return withCountersignatures(context, localRecords, { ...verified.value, ...run.since(), ...texts.value }, run);
}

async function notWhole(
  context: CliContext,
  localRecords: LocalRecords,
  fault: ChainFault,
  run: Verification,
): Promise<CommandOutcome> {
  const { firstBadSeq, reason } = fault;
  const contradicted = reason === 'tail_missing' ? await contradictedOrder(context, localRecords, run) : null;
  if (contradicted !== null) return contradicted;
  return { ...failed({ code: 'journal_corrupt', field: `event ${firstBadSeq}`, detail: reason }), value: fault };
}

/**
 * A chain that was rewritten whole holds by itself: what lies sealed, and what the service signed for, tell which order
 * was changed. Null where they tell nothing.
 */
async function contradictedOrder(
  context: CliContext,
  localRecords: LocalRecords,
  run: Verification,
): Promise<CommandOutcome | null> {
  // Whatever was verified before was another chain.
  run.isDamaged();
  const vault = await vaultFor(context, localRecords);
  if (vault?.ok === true) {
    const texts = await textsIn(context, localRecords, vault.value, run);
    if (!texts.ok && namesOrder(texts.error)) return texts.error;
  }
  const signed = await withCountersignatures(context, localRecords, {}, run);
  return namesOrder(signed) ? signed : null;
}

function namesOrder(outcome: CommandOutcome): boolean {
  return outcome.exit !== 0 && outcome.error.operationId !== undefined;
}

/** The vault where it is needed and somebody said the passphrase; null where not. */
async function vaultFor(
  context: CliContext,
  { journal, records }: LocalRecords,
): Promise<Result<Vault, Failure> | null> {
  const [directory, sealer] = [context.directory(), context.sealer()];
  const hasCodes = holdsCodes({ journal, records });
  if (!(hasCodes || holdsTexts(journal)) || !directory.ok || !sealer.ok) return null;
  const vault = await openVault({
    directory: directory.value,
    sealer: sealer.value,
    randomness: systemRandomness,
    mayBegin: () => false,
  });
  // A journal that was brought here alone: its chain is checked all the same.
  return !vault.ok && vault.error.code === 'vault_missing' && !hasCodes ? null : vault;
}

/**
 * Compares the bodies and references that lie sealed with the chain. Says nothing of them where these records have
 * none.
 */
async function textsIn(
  context: CliContext,
  { journal, records }: LocalRecords,
  vault: Vault | null,
  run: Verification,
): Promise<Result<{ readonly texts?: Omit<CheckedTexts, 'damaged'> }, CommandOutcome>> {
  const texts = vault === null ? null : openOrderTexts(journal, vault);
  const checked = await run.read('texts', (onReached) =>
    checkTexts({ journal, records }, texts, { afterSeq: run.afterSeq('texts'), onReached }),
  );
  if (checked === null) return err(run.stopped());
  const { damaged, ...counts } = checked;
  const [first] = damaged;
  if (first !== undefined) {
    const { operationId, seq } = first;
    return err({
      ...failed({ code: 'journal_corrupt', field: `event ${seq}`, operationId, detail: 'order_text_differs' }),
      value: { firstBadSeq: seq, operationIds: damaged.map((each) => each.operationId) },
    });
  }
  if (counts.notChecked > 0) context.say(context.text('cli.verify.textsUnchecked', { count: counts.notChecked }));
  if (texts !== null) run.isWhole('texts');
  return ok(counts.checked + counts.notChecked === 0 ? {} : { texts: counts });
}

/** The head that the keyring has seen, which a folder that was restored with its journal does not bring along. */
function keyringCheckpoint(context: CliContext): ChainHead | null {
  const directory = context.directory();
  const keyring = directory.ok ? readKeyringFile(directory.value) : directory;
  return keyring.ok ? keyring.value.witness : null;
}

/** Opens every code that was not handed over; null where each one opens, or nobody said the passphrase that takes. */
function codesThatStayClosed(
  context: CliContext,
  { journal, records }: LocalRecords,
  vault: Vault | null,
): CommandOutcome | null {
  if (!holdsCodes({ journal, records })) return null;
  if (vault === null) {
    context.say(context.text('cli.verify.codesUnchecked'));
    return null;
  }
  const closed = closedCodes({ journal, records, vault });
  if (closed.length === 0) return null;
  context.say(context.text('cli.verify.codesClosed'));
  const operationIds = closed.filter((subject) => isUuid(subject));
  const owned = closed.filter((subject) => !isUuid(subject));
  return {
    ...failed({ code: 'journal_corrupt', detail: 'codes_closed' }),
    value: { operationIds, ...(owned.length === 0 ? {} : { owned }) },
  };
}

/** Says nothing of them where the option was never on. */
async function withCountersignatures(
  context: CliContext,
  { journal }: LocalRecords,
  verified: object,
  run: Verification,
): Promise<CommandOutcome> {
  const anyHead = await run.read('countersignatures', () => sentAnyHead(journal));
  if (anyHead === null) return run.stopped();
  if (context.args.text('deployment') === null || !context.sealer().ok) {
    if (!anyHead) return done(verified);
    context.say(context.text('cli.verify.signaturesUnchecked'));
    return done({ ...verified, countersignatures: null });
  }
  const counter = await context.counter();
  if (!counter.ok) return anyHead ? failed(counter.error) : done(verified);
  return anyHead || counter.value.session.profile.countersignedJournal
    ? checked(context, counter.value, verified, run)
    : done(verified);
}

async function checked(
  context: CliContext,
  counter: Counter,
  verified: object,
  run: Verification,
): Promise<CommandOutcome> {
  const listsAll = context.args.flag('all');
  const read = await run.read('countersignatures', (onReached) =>
    countersigned(counter, { afterSeq: run.afterSeq('countersignatures'), onReached, listsAll }),
  );
  if (read === null) return run.stopped();
  const { contradicted, ...countersignatures } = read;
  if (contradicted === undefined) {
    run.isWhole('countersignatures');
    return done({ ...verified, countersignatures });
  }
  const { seq, operationId, reason } = contradicted;
  return {
    ...failed({
      code: 'journal_corrupt',
      field: `event ${seq}`,
      operationId,
      ...(reason === null ? {} : { detail: reason }),
    }),
    value: { firstBadSeq: seq, reason },
  };
}

interface Countersigned {
  readonly countersigned: number;
  readonly notCountersigned: number;
  readonly noLongerCheckable: number;
  readonly orders?: readonly Omit<OrderCountersignature, 'seq'>[];
  /** The first that is, where the reading ends. */
  readonly contradicted?: OrderCountersignature;
}

function* countersigned(
  { localRecords, vault, session }: Counter,
  { afterSeq, onReached, listsAll }: InTurns & { readonly afterSeq: number; readonly listsAll: boolean },
): Pausable<Countersigned> {
  const { journal, records } = localRecords;
  const counts = { countersigned: 0, notCountersigned: 0, noLongerCheckable: 0 };
  const orders: Omit<OrderCountersignature, 'seq'>[] = [];
  let read = 0;
  for (const each of countersignatures({ journal, records, vault, session }, afterSeq)) {
    const { seq, ...order } = each;
    if (order.standing === 'contradicted') return { ...counts, contradicted: each };
    counts[order.standing] += 1;
    if (listsAll) orders.push(order);
    read += 1;
    if (read % readAtATime !== 0) continue;
    onReached?.(seq);
    yield;
  }
  return { ...counts, ...(listsAll ? { orders } : {}) };
}
