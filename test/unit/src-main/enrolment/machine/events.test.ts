import { describe, expect, it } from 'vitest';
import {
  activeKind,
  draftedKind,
  enrolmentEvent,
  enrolmentEventKinds,
  readEnrolmentEvent,
} from '../../../../../src-main/enrolment/machine/events.ts';
import { rowOfEvent } from '../../../../../src-main/enrolment/records/stored-events.ts';
import { happened, invitationId } from '../samples.ts';

const samples = Object.values(happened);

describe('the events of an enrolment', () => {
  it('have a sample of each kind here', () => {
    expect([...new Set(samples.map(({ kind }) => kind))].sort()).toEqual(enrolmentEventKinds.toSorted());
  });

  it.each(samples)('are read back as they were: $kind', ({ kind, body }) => {
    const plain: unknown = JSON.parse(JSON.stringify(body));
    expect(readEnrolmentEvent(kind, plain)).toEqual({ kind, body });
  });

  it('are filed under their invitation, without the members that have no value', () => {
    expect(rowOfEvent(enrolmentEvent(invitationId, 'enrolment-expired', { expiresAt: undefined }))).toEqual({
      subject: `enrolment:${invitationId}`,
      kind: 'enrolment-expired',
      body: {},
    });
  });

  it('are passed over where a later version added them, or where their body is another', () => {
    expect(readEnrolmentEvent('enrolment-celebrated', {})).toBeNull();
    expect(readEnrolmentEvent('enrolment-refused', { failure: { code: 'no_such_code' } })).toBeNull();
  });

  it('that others look for are those of a beginning and of a key in use', () => {
    expect([draftedKind, activeKind]).toEqual([happened.drafted.kind, happened.active.kind]);
  });
});
