import { describe, expect, it } from 'vitest';
import { enrolmentEvent, type EnrolmentEventBody } from '../../../../../src-main/enrolment/machine/events.ts';
import {
  openEnrolmentRecords,
  type EnrolmentRecords,
} from '../../../../../src-main/enrolment/records/enrolment-records.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { value, type Counter } from '../counter.ts';
import { invitationId } from '../samples.ts';
import { across, otherInvitationId } from '../scripted.ts';

const deployment = 'https://partner.example';

function recordsOf({ journal, vault }: Counter, of = deployment): EnrolmentRecords {
  return openEnrolmentRecords(journal, vault, systemRandomness, of);
}

function draft(
  records: EnrolmentRecords,
  changes: Partial<EnrolmentEventBody<'enrolment-drafted'>> = {},
  under = invitationId,
): void {
  const secret = new TextEncoder().encode('token');
  value(
    records.recordSealed(secret, (sealed) =>
      enrolmentEvent(under, 'enrolment-drafted', {
        deployment,
        localId: 'local-1',
        validDays: 365,
        cidrs: [],
        sealed,
        ...changes,
      }),
    ),
  );
}

describe('the records of enrolments', () => {
  it('are those of one deployment, also where another was begun with later', async () => {
    const { counter } = await across();
    const [own, other] = [recordsOf(counter), recordsOf(counter, 'https://other.example')];
    draft(own);
    draft(other, { deployment: 'https://other.example' }, otherInvitationId);
    expect([own.latest()?.invitationId, other.latest()?.invitationId]).toEqual([invitationId, otherInvitationId]);
    expect([own.under(otherInvitationId), other.under(invitationId)]).toEqual([null, null]);
  });

  it('know which enrolment made a key: none for a key that its invitation has no more', async () => {
    const { counter } = await across();
    const records = recordsOf(counter);
    draft(records);
    expect(records.ofKey('local-1')?.invitationId).toBe(invitationId);
    draft(records, { localId: 'local-2' });
    expect([records.ofKey('local-1'), records.ofKey('local-2')?.invitationId]).toEqual([null, invitationId]);
  });

  it('pass over events that a later version may have written', async () => {
    const { counter } = await across();
    const records = recordsOf(counter);
    draft(records);
    const before = records.latest();
    value(counter.journal.append({ subject: `enrolment:${invitationId}`, kind: 'enrolment-of-later', body: {} }));
    expect(records.latest()).toEqual(before);
  });

  it('say so where a secret was never filed', async () => {
    const { counter } = await across();
    const missing = { ok: false, error: { code: 'seal_failed', detail: 'record_missing' } };
    expect(recordsOf(counter).unseal('enrolment:none')).toEqual(missing);
  });

  it('know no time at which the service refused a key that was never tried', async () => {
    const { counter } = await across();
    const records = recordsOf(counter);
    expect(records.lastNotActiveMs('key-1')).toBeNull();
    value(records.noteNotActive('key-1', 90_000));
    expect([records.lastNotActiveMs('key-1'), records.lastNotActiveMs('key-2')]).toEqual([90_000, null]);
  });
});
