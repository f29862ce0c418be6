import type { Failure } from '../../src-preload/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Database } from '../sqlite/database.ts';
import { textOf } from '../sqlite/row.ts';
import type { CustodyFacts } from './custody.ts';
import { appendEvent, readEvents } from './events-table.ts';
import { purgeSealed } from './sealed-table.ts';

const purgedKind = 'codes-purged';
/** Recorded by the counter whenever the service reports other permissions; `scopes` is the list. */
const policyKind = 'policy-reported';

/** How long codes stay readable here after their hand-over (design, "Sealing"). */
export const keptAfterHandOverMs = 30 * 24 * 60 * 60 * 1000;

export interface Purged {
  /** Operations, cards or invoices whose codes can no longer be read here. */
  readonly subjects: number;
  readonly sealed: number;
}

/** Why nothing may be purged now: what is destroyed here must be had again from the service, and another copy's deliveries must be known. */
export function purgeForbidden(database: Database, custody: CustodyFacts): Result<void, Failure> {
  if (custody.custody !== 'own') return err({ code: 'not_allowed', detail: `custody_${custody.custody}` });
  const [policy] = readEvents(database, { kind: policyKind }).slice(-1);
  const scopes = policy?.body['scopes'];
  return Array.isArray(scopes) && scopes.includes('cards:reveal') ? ok(undefined) : err({ code: 'not_allowed', detail: 'cards_reveal_missing' });
}

/** Destroys the keys of what was delivered by `cutoffMs`; one event for each subject says which. Call it inside a transaction. */
export function purgeDelivered(database: Database, cutoffMs: number, nowMs: number): Purged {
  const delivered = new Set(deliveredBy(database, cutoffMs));
  if (delivered.size === 0) return { subjects: 0, sealed: 0 };
  const bySubject = new Map<string, string[]>();
  for (const [id, subjects] of namedBy(database)) {
    // An answer may hold another operation's order as well: it stays while any of them needs it.
    if (!subjects.every((subject) => delivered.has(subject))) continue;
    purgeSealed(database, id);
    for (const subject of subjects) bySubject.set(subject, [...(bySubject.get(subject) ?? []), id]);
  }
  for (const [subject, sealedIds] of bySubject) appendEvent(database, { subject, kind: purgedKind, body: { sealedIds, deliveredBeforeMs: cutoffMs } }, nowMs);
  return { subjects: bySubject.size, sealed: new Set([...bySubject.values()].flat()).size };
}

/**
 * Orders that are final and were handed over, and owned cards and invoices whose codes were shown, each with nothing
 * sealed for it since the cut-off.
 */
function deliveredBy(database: Database, cutoffMs: number): readonly string[] {
  return database.all(`
    WITH deliveries AS (
      SELECT subject, max(at_ms) AS at_ms, max(seq) AS seq FROM events
      WHERE kind = 'codes-handed-over' AND EXISTS (SELECT 1 FROM operations WHERE operation_id = subject AND pending = 0)
        OR kind = 'codes-shown' AND (subject LIKE 'card:%' OR subject LIKE 'invoice:%')
      GROUP BY subject
    )
    SELECT subject FROM deliveries
    WHERE at_ms <= ?
      AND NOT EXISTS (SELECT 1 FROM events AS later WHERE later.subject = deliveries.subject AND later.at_ms > ? AND instr(body, '"sealed":{') > 0)
      AND NOT EXISTS (SELECT 1 FROM events AS later WHERE later.subject = deliveries.subject AND kind = 'codes-revealed' AND later.seq > deliveries.seq)`, cutoffMs, cutoffMs,
  ).map((row) => textOf(row, 'subject'));
}

/** Every sealed answer that can still be read, with the subjects whose events name it. */
function namedBy(database: Database): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  const rows = database.all(`
    SELECT DISTINCT sealed_keys.id AS id, subject FROM events JOIN sealed_keys ON sealed_keys.id = json_extract(body, '$.sealed.id')
    WHERE instr(body, '"sealed":{') > 0`);
  for (const row of rows) {
    const id = textOf(row, 'id');
    named.set(id, [...(named.get(id) ?? []), textOf(row, 'subject')]);
  }
  return named;
}
