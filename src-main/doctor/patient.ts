import type { Journal } from '../journal/journal.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { SigningKey } from '../signatures/keys.ts';

/** The key that calls are signed with, as far as this machine knows without asking anybody. */
export type PatientKey =
  | { readonly state: 'none' | 'elsewhere' | 'unreadable' }
  | { readonly state: 'active' | 'awaiting'; readonly key: SigningKey; readonly overAtMs: number | null };

const dayMs = 86_400_000;

/** A key whose activation nobody has seen yet is looked at too: with a wrong profile nobody ever would. */
export function patientKey(keyring: Keyring, journal: Journal, deployment: string): PatientKey {
  const entry = keyring.publicOf(deployment);
  if (entry === null) return { state: keyring.entries().some(({ status }) => status === 'active') ? 'elsewhere' : 'none' };
  if (entry.keyId === null) return { state: 'none' };
  const opened = keyring.signingKey(entry.localId);
  if (!opened.ok) return { state: 'unreadable' };
  return { state: entry.status === 'active' ? 'active' : 'awaiting', key: opened.value, overAtMs: overAtMs(journal, entry.keyId) };
}

/** The window starts when staff activate the key, which was at the latest when this counter saw it ("EnrollmentKeyRequest"). */
function overAtMs(journal: Journal, keyId: string): number | null {
  const active = journal.events({ kind: 'enrolment-active' }).find(({ body }) => body['keyId'] === keyId);
  const drafted = active === undefined ? undefined : journal.events({ kind: 'enrolment-drafted', subject: active.subject }).findLast(({ seq }) => seq < active.seq);
  const days = drafted?.body['validDays'];
  return active === undefined || typeof days !== 'number' ? null : active.atMs + days * dayMs;
}
