import type { Failure } from '../../../../src-shared/contract/codes.ts';
import type { Counter, LocalRecords } from '../../../app/counter/counter.ts';
import { isUuid } from '../../../core/ids.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import type { ChainHead } from '../../../journal/event.ts';
import { readKeyringFile } from '../../../keyring/keyring-file.ts';
import { checkTexts, holdsTexts, type CheckedTexts } from '../../../orders/records/check-texts.ts';
import { openOrderTexts } from '../../../orders/records/order-text.ts';
import { countersignatures, sentAnyHead, type OrderCountersignature } from '../../../orders/views/countersignatures.ts';
import { closedCodes, holdsCodes } from '../../../reveals/records/closed-codes.ts';
import { openVault, type Vault } from '../../../vault/vault.ts';
import { systemRandomness } from '../../system-ports.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';

/**
 * Checks the chain, what is derived from it, and, where orders carried its head, what the service signed for. The last
 * takes the deployment file, whose keys are trusted, and the passphrase, since the signatures lie in sealed answers.
 */
export async function verify(context: CliContext): Promise<CommandOutcome> {
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const { journal } = localRecords.value;
  const verified = journal.verifyRecord(keyringCheckpoint(context));
  if (!verified.ok) {
    const { firstBadSeq, reason } = verified.error;
    const contradicted = reason === 'tail_missing' ? await contradictedOrder(context, localRecords.value) : null;
    if (contradicted !== null) return contradicted;
    return {
      ...failed({ code: 'journal_corrupt', field: `event ${firstBadSeq}`, detail: reason }),
      value: verified.error,
    };
  }
  const differing = journal.compareProjection();
  if (differing.length > 0)
    return { ...failed({ code: 'journal_corrupt', detail: 'projection_differs' }), value: { operationIds: differing } };
  const vault = await vaultFor(context, localRecords.value);
  if (vault !== null && !vault.ok) return failed(vault.error);
  const closed = codesThatStayClosed(context, localRecords.value, vault?.value ?? null);
  if (closed !== null) return closed;
  const texts = textsIn(context, localRecords.value, vault?.value ?? null);
  if (!texts.ok) return texts.error;
  return withCountersignatures(context, localRecords.value, { ...verified.value, ...texts.value });
}

/**
 * A chain that was rewritten whole holds by itself: what lies sealed, and what the service signed for, tell which order
 * was changed. Null where they tell nothing.
 */
async function contradictedOrder(context: CliContext, localRecords: LocalRecords): Promise<CommandOutcome | null> {
  const vault = await vaultFor(context, localRecords);
  if (vault?.ok === true) {
    const texts = textsIn(context, localRecords, vault.value);
    if (!texts.ok) return texts.error;
  }
  const signed = await withCountersignatures(context, localRecords, {});
  return signed.exit !== 0 && signed.error.operationId !== undefined ? signed : null;
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
function textsIn(
  context: CliContext,
  { journal, records }: LocalRecords,
  vault: Vault | null,
): Result<{ readonly texts?: Omit<CheckedTexts, 'damaged'> }, CommandOutcome> {
  const { damaged, ...counts } = checkTexts(
    { journal, records },
    vault === null ? null : openOrderTexts(journal, vault),
  );
  const [first] = damaged;
  if (first !== undefined) {
    const { operationId, seq } = first;
    return err({
      ...failed({ code: 'journal_corrupt', field: `event ${seq}`, operationId, detail: 'order_text_differs' }),
      value: { firstBadSeq: seq, operationIds: damaged.map((each) => each.operationId) },
    });
  }
  if (counts.notChecked > 0) context.say(context.text('cli.verify.textsUnchecked', { count: counts.notChecked }));
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
): Promise<CommandOutcome> {
  const anyHead = sentAnyHead(journal);
  if (context.args.text('deployment') === null || !context.sealer().ok) {
    if (!anyHead) return done(verified);
    context.say(context.text('cli.verify.signaturesUnchecked'));
    return done({ ...verified, countersignatures: null });
  }
  const counter = await context.counter();
  if (!counter.ok) return anyHead ? failed(counter.error) : done(verified);
  return anyHead || counter.value.session.profile.countersignedJournal
    ? checked(context, counter.value, verified)
    : done(verified);
}

function checked(context: CliContext, counter: Counter, verified: object): CommandOutcome {
  const { localRecords, vault, session } = counter;
  const counts = { countersigned: 0, notCountersigned: 0, noLongerCheckable: 0 };
  const orders: Omit<OrderCountersignature, 'seq'>[] = [];
  for (const { seq, ...order } of countersignatures({
    journal: localRecords.journal,
    records: localRecords.records,
    vault,
    session,
  })) {
    const { operationId, standing, reason } = order;
    if (standing === 'contradicted') {
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
    counts[standing] += 1;
    orders.push(order);
  }
  return done({ ...verified, countersignatures: { ...counts, ...(context.args.flag('all') ? { orders } : {}) } });
}
