import { openCounter, openLocalRecords, type Counter } from '../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../src-main/core/ids.ts';
import type { Transport } from '../../src-main/core/ports.ts';
import { deploymentIdentity, type DeploymentProfile } from '../../src-main/deployment/profile.ts';
import { createHttpTransport } from '../../src-main/hosts/http-transport.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { orderEvent } from '../../src-main/orders/machine/events.ts';
import { memorySealer } from '../../src-main/vault/memory-sealer.ts';
import { amount, cardId, walletId } from '../unit/src-main/orders/order-samples.ts';

export const sale = {
  walletId,
  cardId,
  quantity: 2,
  expectedUnitPrice: { amount: amount('1.250'), currency: 'KWD' },
  useAllowedDebt: false,
};

const sealer = memorySealer(systemRandomness);

export function newId(): OperationId {
  return knownId<OperationId>(systemRandomness.uuid());
}

/** A counter with a key on a folder, anew as after a restart where one was on it before. */
export async function openEnrolled(
  directory: string,
  profile: DeploymentProfile,
  transport: Transport = createHttpTransport(),
): Promise<Counter> {
  const ports = { directory, clock: systemClock, randomness: systemRandomness };
  const localRecords = openLocalRecords(ports);
  if (!localRecords.ok) throw new Error(localRecords.error.code);
  const opened = await openCounter(localRecords.value, profile, {
    ...ports,
    transport,
    sealer,
    language: () => 'en',
    step: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const { keyring, session } = opened.value;
  if (session.signingKey() !== null) return opened.value;
  const made = keyring.make(deploymentIdentity(profile));
  if (!made.ok) throw new Error(made.error.code);
  keyring.bindKeyId(made.value.localId, systemRandomness.uuid());
  keyring.activate(made.value.localId);
  return opened.value;
}

/** So many orders whose only request got no answer. */
export function addDue({ session, orders, localRecords: { journal, records } }: Counter, due: number): void {
  const sample = orders.place(newId(), sale, { besidesPending: true });
  if (!sample.ok) throw new Error(sample.error.code);
  const { wantedUntilMs } = sample.value;
  // As in records from before texts were sealed: what is sealed is sealed for one order.
  const { sealed: _sealed, commitments: _commitments, ...intent } = sample.value.intent;
  const [nowSeconds, attempt] = [Math.floor(systemClock.nowMs() / 1000), systemRandomness.uuid()];
  journal.transaction((tx) => {
    for (let count = 0; count < due; count += 1) {
      const operationId = newId();
      records.recordIn(tx, operationId, [
        orderEvent(operationId, 'order-intended', {
          ...intent,
          wantedUntilMs,
          pinned: { ...intent.pinned, idempotencyKey: operationId },
        }),
        orderEvent(operationId, 'attempt-started', {
          attempt,
          call: 'createPartnerOrder',
          url: intent.pinned.url,
          headers: [],
          nonce: null,
          createdAtSeconds: nowSeconds,
          expiresAtSeconds: nowSeconds + 60,
          keyId: intent.pinned.keyId,
          profileHash: session.profileHash,
        }),
        orderEvent(operationId, 'attempt-lost', { attempt, reason: 'connection_lost', retryAtMs: 0 }),
      ]);
    }
  });
}
