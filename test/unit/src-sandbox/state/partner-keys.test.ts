import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openState } from '../../../../src-sandbox/state/service-state.ts';

const startMs = Date.UTC(2026, 10, 21);
const dayMs = 24 * 60 * 60 * 1000;
const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const;
const freshFolder = () => mkdtempSync(join(tmpdir(), 'sandbox-state-'));
const open = (dir: string, activatesByItself: boolean, nowMs = startMs) =>
  openState({ dir, nativeBinding: undefined, activatesByItself, nowMs });

function submittedIn(dir: string, activatesByItself: boolean) {
  const state = open(dir, activatesByItself);
  const { invitationId } = state.invitations.first(startMs);
  const key = state.partnerKeys.submit({ invitationId, jwk, thumbprint: 't', windowMs: dayMs, cidrs: ['10.0.0.0/8'] });
  if (key === undefined) throw new Error('not submitted');
  return { state, key, invitationId };
}

describe('a partner key', () => {
  it('activates by itself one second after the proof, and not before it', () => {
    const { state, key } = submittedIn(freshFolder(), true);
    expect(state.partnerKeys.findActive(key.id, startMs + 5000)).toBeUndefined();
    state.partnerKeys.recordProof(key.id, startMs);
    expect(state.partnerKeys.findActive(key.id, startMs + 999)).toBeUndefined();
    expect(state.partnerKeys.findActive(key.id, startMs + 1000)).toMatchObject({
      id: key.id,
      jwk,
      cidrs: ['10.0.0.0/8'],
    });
    state.close();
  });

  it('is good from its activation for the length of its window', () => {
    const { state, key } = submittedIn(freshFolder(), false);
    state.partnerKeys.recordProof(key.id, startMs);
    expect(state.partnerKeys.findActive(key.id, startMs + dayMs)).toBeUndefined();
    expect(state.partnerKeys.activateProved(startMs + dayMs)).toBe(1);
    expect(state.partnerKeys.findActive(key.id, startMs + 2 * dayMs)).toBeDefined();
    expect(state.partnerKeys.findActive(key.id, startMs + 2 * dayMs + 1)).toBeUndefined();
    state.close();
  });

  it('that waits for staff activates by itself once the service is started that way', () => {
    const dir = freshFolder();
    const { state, key } = submittedIn(dir, false);
    state.partnerKeys.recordProof(key.id, startMs);
    state.close();
    const again = open(dir, true, startMs + 5000);
    expect(again.partnerKeys.findActive(key.id, startMs + 5500)).toBeUndefined();
    expect(again.partnerKeys.findActive(key.id, startMs + 6000)).toBeDefined();
    again.close();
  });

  it('is the only one of its invitation, and good for one invitation only', () => {
    const { state, invitationId } = submittedIn(freshFolder(), true);
    const other = state.invitations.issueFurther(startMs).invitationId;
    const submit = (id: string, thumbprint: string) =>
      state.partnerKeys.submit({ invitationId: id, jwk, thumbprint, windowMs: dayMs, cidrs: [] });
    expect([submit(invitationId, 'another'), submit(other, 't')]).toEqual([undefined, undefined]);
    expect(submit(other, 'another')).toBeDefined();
    state.close();
  });

  it('does not sign while it is suspended, alone or with all others', () => {
    const { state, key } = submittedIn(freshFolder(), true);
    state.partnerKeys.recordProof(key.id, startMs);
    const isActive = () => state.partnerKeys.findActive(key.id, startMs + 1000) !== undefined;
    expect([isActive(), state.partnerKeys.suspend(true, 'another'), isActive()]).toEqual([true, 0, true]);
    expect([state.partnerKeys.suspend(true, undefined), isActive()]).toEqual([1, false]);
    expect([state.partnerKeys.suspend(false, key.id), isActive()]).toEqual([1, true]);
    state.close();
  });
});
