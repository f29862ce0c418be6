import { describe, expect, it } from 'vitest';
import { changedProfile } from '../../../../../src-main/deployment/change.ts';
import type { DeploymentProfile } from '../../../../../src-main/deployment/profile.ts';
import type { Seen } from '../../orders/scripted-service.ts';
import { value } from '../counter.ts';
import { invitationId, keyId } from '../samples.ts';
import { across, invitationRead, keyTaken, notActive, proofTaken, token, type Across } from '../scripted.ts';

const input = { invitationId, token };
const formRefused = { status: 422, body: { code: 'key_proof_invalid' } };

function withProof(profile: DeploymentProfile, proof: string): DeploymentProfile {
  const changed = changedProfile(profile, [{ path: 'enrolment.proof', to: proof }]);
  if (changed === null) throw new Error('no profile');
  return changed;
}

function proofsOf({ service }: Across): readonly Seen[] {
  return service.seen.filter(({ target }) => target.endsWith('/proof'));
}

function bodiesOf(desk: Across): readonly Readonly<Record<string, unknown>>[] {
  return proofsOf(desk).map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>);
}

/** A counter whose first form of the proof was refused. */
async function refusedForm(): Promise<Across> {
  const desk = await across();
  desk.service.script(invitationRead, keyTaken(), formRefused);
  value(await desk.counter.enrolment.begin(input));
  desk.asked();
  return desk;
}

describe('a proof', () => {
  it('names the key and the challenge beside its signature', async () => {
    const desk = await across();
    desk.service.script(invitationRead, keyTaken({ challengeGeneration: 2 }), proofTaken, notActive, invitationRead);
    value(await desk.counter.enrolment.begin(input));
    const signature: unknown = expect.stringMatching(/^[A-Za-z0-9_-]{86}$/);
    expect(bodiesOf(desk)).toEqual([{ keyId, challenge: 'challenge-1', signature }]);
  });

  it('names the generation of the challenge where the deployment wants that, and there is one', async () => {
    for (const [changes, members] of [
      [{ challengeGeneration: 2 }, ['signature', 'challengeGeneration']],
      [{}, ['signature']],
    ] as const) {
      const desk = await across({ enrolment: { proofFields: ['signature', 'challengeGeneration'] } });
      desk.service.script(invitationRead, keyTaken(changes), proofTaken, notActive, invitationRead);
      value(await desk.counter.enrolment.begin(input));
      expect(Object.keys(bodiesOf(desk)[0] ?? {})).toEqual(members);
    }
  });

  it('is not made over a challenge that cannot be read in its form', async () => {
    const desk = await across({ enrolment: { proof: 'challenge-decoded' } });
    desk.service.script(invitationRead, keyTaken({ challenge: 'no base64!' }));
    expect(await desk.counter.enrolment.begin(input)).toEqual({
      ok: false,
      error: { code: 'answer_unreadable', detail: 'challenge' },
    });
    expect(desk.counter.enrolment.status().state).toBe('submitted');
  });

  it('is sent again byte for byte where its answer was lost', async () => {
    const desk = await across();
    const { enrolment, journal } = desk.counter;
    desk.service.script(invitationRead, keyTaken(), 'drop', proofTaken, notActive, invitationRead);
    expect(await enrolment.begin(input)).toEqual({ ok: false, error: { code: 'connection_lost' } });
    expect(journal.events({ kind: 'enrolment-attempt-ended' })).toMatchObject([
      { body: { step: 'proof', taken: 'unknown', failure: { code: 'connection_lost' } } },
    ]);
    expect(value(await enrolment.resume()).state).toBe('awaitingActivation');
    const [first, second] = proofsOf(desk);
    expect(second?.body).toEqual(first?.body);
  });

  it('leaves the activation to decide where its repetition is refused', async () => {
    const desk = await across();
    desk.service.script(invitationRead, keyTaken(), 'drop', formRefused, notActive, invitationRead);
    await desk.counter.enrolment.begin(input);
    expect(value(await desk.counter.enrolment.resume())).toMatchObject({
      state: 'awaitingActivation',
      refusal: { code: 'key_proof_invalid', detail: 'proof_unconfirmed' },
    });
  });

  it('does not count as taken by an answer that cannot be verified', async () => {
    const desk = await across();
    desk.service.script(invitationRead, keyTaken(), { status: 200, body: {}, forged: true });
    expect(await desk.counter.enrolment.begin(input)).toMatchObject({
      ok: false,
      error: { code: 'answer_unverified', detail: 'signature_invalid' },
    });
    expect(desk.counter.enrolment.status().state).toBe('proved');
  });

  it('is not sent while the service rests', async () => {
    const desk = await across();
    const { counter, clock, service } = desk;
    service.script(invitationRead, (seen) => {
      counter.session.budget.restUntil(clock.monotonicMs() + 600_000, { code: 'rate_limited' });
      const taken = keyTaken();
      return typeof taken === 'function' ? taken(seen) : taken;
    });
    expect(await counter.enrolment.begin(input)).toEqual({ ok: false, error: { code: 'rate_limited' } });
    expect(proofsOf(desk)).toEqual([]);
  });
});

describe('another form of the proof', () => {
  it('is waited for where the service refused the first, with the challenge that is kept', async () => {
    const desk = await refusedForm();
    expect(desk.counter.enrolment.status()).toMatchObject({
      state: 'submitted',
      waitsFor: 'proofForm',
      refusal: { code: 'key_proof_invalid' },
    });
  });

  it('is proved alone, and the same key waits for its activation', async () => {
    const desk = await refusedForm();
    const latest = desk.counter.enrolment.latest();
    expect(latest).toMatchObject({ invitationId, token, publicJwk: desk.counter.keyring.entries()[0]?.publicJwk });
    desk.service.script(proofTaken);
    const proving = await latest?.proveAs(withProof(desk.service.profile, 'prefixed'));
    expect(proving).toMatchObject({ steps: { state: 'awaitingActivation', keyId }, failure: null });
    expect(desk.asked()).toEqual(['proof']);
    const [first, second] = desk.counter.journal.events({ kind: 'enrolment-attempt-started' }).slice(1);
    expect(second?.body['profileHash']).not.toBe(first?.body['profileHash']);
  });

  it('that is refused too leaves the challenge, and is not sent again', async () => {
    const desk = await refusedForm();
    const latest = desk.counter.enrolment.latest();
    const prefixed = withProof(desk.service.profile, 'prefixed');
    desk.service.script(formRefused);
    expect(await latest?.proveAs(prefixed)).toMatchObject({ steps: { waitsFor: 'proofForm' }, failure: null });
    expect(await latest?.proveAs(prefixed)).toMatchObject({ steps: { waitsFor: 'proofForm' }, failure: null });
    expect(desk.asked()).toEqual(['proof']);
  });

  it('of which no answer came says why', async () => {
    const desk = await refusedForm();
    desk.service.script('drop');
    expect(await desk.counter.enrolment.latest()?.proveAs(withProof(desk.service.profile, 'prefixed'))).toMatchObject({
      steps: { state: 'proved' },
      failure: { code: 'connection_lost' },
    });
  });

  it('is not tried where no proof is due', async () => {
    const desk = await across();
    desk.service.script('drop');
    await desk.counter.enrolment.begin(input);
    desk.asked();
    const proving = await desk.counter.enrolment.latest()?.proveAs(desk.service.profile);
    expect(proving).toMatchObject({ steps: { state: 'keyMade' }, failure: null });
    expect(desk.asked()).toEqual([]);
  });
});
