import { describe, expect, it } from 'vitest';
import { everyBinding, type Seen, type ScriptedAnswer } from '../orders/scripted-service.ts';
import { completed, completedOrder, processing, refusal, Till } from '../orders/till.ts';

// Law 3: only a verified answer moves an order: signature valid, digest equal to the bytes, required components
// covered, bound to this request, fresh. Anything else leaves the outcome unknown. A header that the signature does not
// cover decides nothing.

const flaws: Readonly<Record<string, readonly [Partial<ScriptedAnswer>, reason: string]>> = {
  'without a signature': [{ unsigned: true }, 'signature_missing'],
  'with the digest of something else': [{ badDigest: true }, 'digest_mismatch'],
  'whose body was changed on the way': [{ tampered: true }, 'digest_mismatch'],
  'signed with a key nobody knows': [{ unknownKey: true }, 'unknown_key'],
  "signed by a stranger in the service's name": [{ forged: true }, 'signature_invalid'],
  'with a coded body': [{ headers: { 'content-encoding': 'gzip' } }, 'content_coded'],
  ...Object.fromEntries(
    ['@status', 'content-digest', 'content-type', 'x-request-id'].map((name) => [
      `that does not cover ${name}`,
      [{ leftOut: [name] }, 'component_not_covered'],
    ]),
  ),
  ...Object.fromEntries(everyBinding.map((name) => [`not bound to ${name}`, [{ leftOut: [name] }, 'not_bound']])),
  ...Object.fromEntries(
    ['location', 'retry-after', 'idempotency-replayed'].map((name) => [
      `with a ${name} that nobody signed`,
      [{ uncovered: { [name]: '1' } }, 'component_not_covered'],
    ]),
  ),
};

const tellings: Readonly<Record<string, (operationId: string) => ScriptedAnswer>> = {
  'a completion': (operationId) => completed(operationId),
  'an acceptance': (operationId) => processing(operationId, {}),
  'a failure': (operationId) => ({ status: 200, body: { operationId, status: 'failed' } }),
  'a refusal': () => refusal(409, 'price_changed'),
  'a gate': () => refusal(403, 'account_inactive'),
};

const cases = Object.entries(flaws).flatMap(([flaw, [change, reason]]) =>
  Object.entries(tellings).map(([what, tell]) => ({ what, flaw, change, reason, tell })),
);

describe('law 3: only a verified answer moves an order', () => {
  it('takes the same answers without a flaw', async () => {
    const till = await Till.open();
    const states: string[] = [];
    for (const tell of Object.values(tellings)) {
      const operationId = till.place();
      till.service.script(tell(operationId));
      states.push(await till.resume(operationId));
    }
    expect(states).toEqual(['completed', 'accepted', 'failed', 'refused', 'blocked']);
  });

  it('leaves every outcome open that anything else tells, and keeps its bytes with the reason', async () => {
    const till = await Till.open();
    const judged: object[] = [];
    for (const { what, flaw, change, tell } of cases) {
      const operationId = till.place();
      const answer = tell(operationId);
      till.service.script({ ...answer, ...change, headers: { ...answer.headers, ...change.headers } });
      const state = await till.resume(operationId);
      judged.push({
        what,
        flaw,
        state,
        verdict: till.lastVerdict(operationId),
        codes: till.facts(operationId).sealedCodes.size,
        kinds: till.kinds(operationId),
      });
    }
    const kinds = ['order-intended', 'attempt-started', 'answer-sealed', 'answer-unverified'];
    expect(judged).toEqual(
      cases.map(({ what, flaw, reason }) => ({
        what,
        flaw,
        state: 'unknown',
        verdict: { outcome: 'unverified', reason },
        codes: 0,
        kinds,
      })),
    );
  });

  it('leaves the outcome open where the connection breaks or a proxy answers', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop', {
      status: 200,
      body: '<html>Sign in to the network</html>',
      unsigned: true,
      headers: { 'content-type': 'text/html' },
    });
    expect(await till.resume(operationId)).toBe('unknown');
    expect(await till.resume(operationId)).toBe('unknown');
  });

  it('takes no answer that was signed for another request, of this order or another', async () => {
    const till = await Till.open();
    const [earlier, operationId] = [till.place(), till.place()];
    till.service.script('drop', 'drop');
    await till.resume(earlier);
    await till.resume(operationId);
    for (const boundTo of [till.service.seen[0], till.service.seen[1]]) {
      if (boundTo === undefined) throw new Error('nothing was sent');
      till.service.script({ ...completed(operationId), boundTo });
      expect(await till.resume(operationId)).toBe('unknown');
      expect(till.lastVerdict(operationId)).toMatchObject({ outcome: 'unverified' });
    }
  });

  it('takes no answer twice: one that decided about an order decides about no other', async () => {
    const till = await Till.open();
    const profile = till.service.profileWith({ answer: { binding: [] } });
    await till.run({ profile });
    const [first, second] = [till.place(), till.place()];
    till.service.script(
      { status: 202, body: { operationId: second, status: 'processing' }, leftOut: everyBinding },
      'again',
      'again',
    );
    await till.resume(first);
    expect(till.stateOf(second)).toBe('accepted');
    const before = till.facts(second).attempts.length;
    await till.resume(second);
    expect(till.lastVerdict(second)).toEqual({ outcome: 'unverified', reason: 'another_answer_reused' });
    expect(till.facts(second).attempts).toHaveLength(before + 1);
    // It stays the first one's answer, however often it is served.
    await till.resume(second);
    expect(till.lastVerdict(second)).toEqual({ outcome: 'unverified', reason: 'another_answer_reused' });
  });

  it('takes no read that is too old', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const read: ScriptedAnswer = { status: 200, body: completedOrder(operationId) };
    till.service.script('drop', { ...read, createdShiftSeconds: -600 }, 'drop', read);
    await till.resume(operationId);
    await till.counter.orders.read(operationId);
    expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'stale' });
    await till.counter.orders.read(operationId);
    expect(till.stateOf(operationId)).toBe('completed');
  });

  it('sends where it always sent, whatever Location says', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const headers = { 'retry-after': '1', location: 'http://127.0.0.1:1/v1/elsewhere' };
    till.service.script(processing(operationId, headers), { status: 307, body: {}, headers }, completed(operationId));
    await till.resume(operationId);
    await till.resume(operationId);
    expect(new Set(till.service.seen.map(({ target }: Seen) => target)).size).toBe(1);
    expect(till.service.seen).toHaveLength(2);
  });

  it('decides nothing by a header that the signature does not cover, where the deployment signs none', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { requiredIfPresent: [] } }) });
    const operationId = till.place();
    till.service.script(
      { status: 202, body: { operationId, status: 'processing' }, uncovered: { 'retry-after': '250' } },
      { ...completed(operationId), uncovered: { 'idempotency-replayed': 'true' } },
    );
    expect(await till.resume(operationId)).toBe('accepted');
    expect(till.facts(operationId).retryAtMs - till.clock.nowMs()).toBeLessThan(2_000);
    expect(await till.resume(operationId)).toBe('completed');
    expect(till.facts(operationId)).toMatchObject({ completed: { replayed: false } });
    expect(till.facts(operationId).sealedCodes.size).toBe(2);
  });
});
