import { expect, it } from 'vitest';
import { activeKind, draftedKind } from '../../../../../src-main/enrolment/machine/events.ts';
import { happened } from '../samples.ts';

it('the events that others look for are those of a beginning and of a key in use', () => {
  expect([draftedKind, activeKind]).toEqual([happened.drafted.kind, happened.active.kind]);
});
