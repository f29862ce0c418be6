import { describe, expect, it } from 'vitest';
import { decideBeginning, lacksServiceKey, type Earlier } from '../../../../../src-main/enrolment/machine/beginning.ts';
import type { Enrolment } from '../../../../../src-main/enrolment/machine/enrolment.ts';
import { enrolmentIn } from '../samples.ts';

const same = { validDays: 365, cidrs: ['10.0.0.0/8'], localIdInUse: null };
const goesOn = { ok: true, value: { kind: 'goesOn' } };
const draft = (localId: string | null) => ({ ok: true, value: { kind: 'draft', localId } });
const begunAgain = (enrolment: Enrolment, how: Partial<Earlier> = {}, given: object = {}) =>
  decideBeginning({
    ...same,
    ...given,
    earlier: { enrolment, isLatest: true, key: 'signs', token: 'same', ...how },
  });

describe('a beginning', () => {
  it('makes a new key under an invitation that is new here', () => {
    expect(decideBeginning({ ...same, earlier: null })).toEqual(draft(null));
    expect(decideBeginning({ ...same, earlier: null, localIdInUse: 'other' })).toEqual(draft(null));
  });

  it('goes on with one that was begun with the same input', () => {
    for (const state of ['draft', 'keyMade', 'submitted', 'proved', 'awaitingActivation'] as const)
      expect(begunAgain(enrolmentIn(state))).toEqual(goesOn);
    expect(begunAgain(enrolmentIn('draft'), { key: 'none' })).toEqual(goesOn);
  });

  it.each([
    ['another token', { token: 'other' }, {}],
    ['a token that does not open any more', { token: 'unreadable' }, {}],
    ['other days', {}, { validDays: 30 }],
    ['other networks', {}, { cidrs: [] }],
  ] as const)('follows %s while nothing was sent, with the same key', (_, how, given) => {
    expect(begunAgain(enrolmentIn('keyMade'), how, given)).toEqual(draft('local'));
    expect(begunAgain(enrolmentIn('keyMade', 'posting', 'postingLost'), how, given)).toEqual(goesOn);
    expect(begunAgain(enrolmentIn('submitted'), how, given)).toEqual(goesOn);
  });

  it('takes another token where the enrolment was to be restarted', () => {
    const waiting = enrolmentIn('keyMade', 'posting', 'postingLost', 'restartAwaited');
    expect(begunAgain(waiting, { token: 'other' })).toEqual(draft('local'));
    expect(begunAgain(waiting, { token: 'unreadable' })).toEqual(goesOn);
    expect(begunAgain(waiting)).toEqual(goesOn);
  });

  it.each(['refused', 'expired'] as const)('begins again with the same key where it was %s', (end) => {
    expect(begunAgain(enrolmentIn('keyMade', end))).toEqual(draft('local'));
  });

  it('goes on where the invitation ran out while its key waited for staff, whatever token is given', () => {
    for (const token of ['same', 'other', 'unreadable'] as const)
      expect(begunAgain(enrolmentIn('awaitingActivation', 'expired'), { token })).toEqual(goesOn);
    expect(begunAgain(enrolmentIn('submitted', 'expired'))).toEqual(draft('local'));
  });

  it('makes a new key where the one before it does not sign any more', () => {
    for (const key of ['none', 'broken'] as const)
      for (const state of ['keyMade', 'submitted', 'awaitingActivation'] as const)
        expect(begunAgain(enrolmentIn(state), { key })).toEqual(draft(null));
  });

  it('goes on beside a key in use', () => {
    for (const state of ['keyMade', 'submitted', 'awaitingActivation'] as const)
      expect(begunAgain(enrolmentIn(state), {}, { localIdInUse: 'other' })).toEqual(goesOn);
  });

  it('makes a new key where the first one cannot be read back, and was never recorded', () => {
    expect(begunAgain(enrolmentIn('draft'), { key: 'broken' })).toEqual(draft(null));
  });

  it('begins again where another invitation was begun after it', () => {
    expect(begunAgain(enrolmentIn('submitted'), { isLatest: false })).toEqual(draft('local'));
  });

  it('is done where its key is in use, and refused where that one was replaced', () => {
    const active = enrolmentIn('awaitingActivation', 'active');
    expect(begunAgain(active, {}, { localIdInUse: 'local' })).toEqual(goesOn);
    expect(begunAgain(active, {}, { localIdInUse: 'other' })).toEqual({
      ok: false,
      error: { code: 'already_enrolled', field: 'invitation' },
    });
    expect(begunAgain(active)).toEqual(draft(null));
  });
});

it('needs a confirmed key of the service where that signs its answers and keys are confirmed here', () => {
  const none = { believed: [], offered: [] };
  expect(lacksServiceKey(none, true)).toBe(true);
  expect(lacksServiceKey(none, false)).toBe(false);
  expect(lacksServiceKey(null, true)).toBe(false);
  expect(lacksServiceKey({ ...none, believed: [{ kid: 'k', thumbprint: 't', confirmed: true }] }, true)).toBe(false);
});
