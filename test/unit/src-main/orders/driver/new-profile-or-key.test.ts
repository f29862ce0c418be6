import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import type { Seen } from '../scripted-service.ts';
import { completed, processing, refusal, Till, value } from '../till.ts';

/** What may never change, once an order is intended. */
function lasting({ target, headers, body }: Seen) {
  return {
    target,
    body: body.toString('hex'),
    authority: headers['host'],
    key: headers['idempotency-key'],
    type: headers['content-type'],
  };
}

/** A profile with another value in every field of `request` that is made anew with each attempt. */
const otherForms = {
  label: 'other',
  parameters: ['keyid', 'created', 'nonce', 'tag'],
  tag: 'other',
  expiresAfterSeconds: 30,
  serviceDate: 'unix',
  nonce: 'hex',
  nonceBytes: 32,
  digest: 'both',
  emptyBodyDigest: false,
  bodylessContentType: 'application/json',
  cursorEncoding: 'form',
  languages: { ar: 'ar-KW', en: 'en-GB' },
  components: {
    bodylessNonceMutation: ['@path', 'nonce'],
    orderMutation: ['@target-uri', 'nonce', 'content-digest', 'idempotency-key'],
  },
};

const changes: readonly (readonly [what: string, change: object])[] = [
  ['every form that is made anew', { request: otherForms }],
  [
    'the shapes of bodies',
    { bodies: { wallets: 'data', ownedCards: null, cursor: 'next', invoiceReveal: 'items', names: 'text' } },
  ],
  ['a smaller maximum than was bought', { maximumQuantity: 1 }],
  ['a journal that is countersigned', { countersignedJournal: true }],
  ['the enrolment', { enrolment: { proof: 'jws', thumbprint: 'spki-sha256-hex', validDays: { maximum: 7 } } }],
  [
    'waits, fence and name',
    {
      retryAfterUnit: 'milliseconds',
      answerWaitSeconds: 30,
      fence: null,
      name: 'Renamed',
      refusalStatuses: { operation_processing: 425 },
    },
  ],
];

describe('an order that was sent before the profile changed', () => {
  it.each(changes)('is sent again byte for byte after a change of %s', async (_, change) => {
    const till = await Till.open();
    const operationId = till.place({ quantity: 2 });
    till.service.script('drop', completed(operationId, { quantity: 2 }));
    expect(await till.resume(operationId)).toBe('unknown');
    await till.run({ profile: till.service.profileWith(change) });
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    const [first, ...again] = till.service.seen;
    if (first === undefined) throw new Error('nothing was sent');
    expect(again.map(lasting)).toEqual([lasting(first)]);
    expect(new Set(till.service.seen.map(({ headers }) => headers['nonce'])).size).toBe(2);
  });

  it('keeps the hash of the profile of each attempt', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop', 'drop');
    await till.resume(operationId);
    await till.run({ profile: till.service.profileWith({ request: otherForms }) });
    till.clock.skip(60_000);
    await till.resume(operationId);
    const hashes = till.facts(operationId).attempts.map(({ profileHash }) => profileHash);
    expect([hashes.length, new Set(hashes).size, hashes.at(-1)]).toEqual([2, 2, till.counter.session.profileHash]);
  });

  it.each([
    ['the wire form of the key', { request: { idempotencyKey: 'quoted' } }],
    ['the path', (baseUrl: string) => ({ baseUrl: `${baseUrl}/moved` })],
    ['the host', (baseUrl: string) => ({ baseUrl: baseUrl.replace('127.0.0.1', 'localhost') })],
  ])('is only asked about where %s would differ, and sent to no other address', async (_, change) => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop');
    await till.resume(operationId);
    const other = typeof change === 'function' ? change(till.service.profile.baseUrl) : change;
    await till.run({ profile: till.service.profileWith(other) });
    till.service.script('drop', 'drop', 'drop');
    till.clock.skip(60_000);
    await till.resume(operationId);
    const [first, ...later] = till.service.seen;
    expect(first?.method).toBe('POST');
    expect(later.map(({ method }) => method)).not.toContain('POST');
    expect(later.length).toBeGreaterThan(0);
  });
});

describe('a new profile or key', () => {
  async function lostThen(change: (till: Till) => Promise<void>): Promise<{ till: Till; operationId: OperationId }> {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop');
    await till.resume(operationId);
    await change(till);
    return { till, operationId };
  }
  const newTerms: Readonly<Record<string, (till: Till) => Promise<void>>> = {
    'another key': async (till) => {
      till.newKey();
      await till.run();
    },
    'another form of Idempotency-Key': async (till) => {
      await till.run({ profile: till.service.profileWith({ request: { idempotencyKey: 'quoted' } }) });
    },
  };

  describe.each(Object.entries(newTerms))('%s', (_name, change) => {
    it('reads first, and sends again after the service showed the order', async () => {
      const { till, operationId } = await lostThen(change);
      till.service.script({ status: 200, body: { operationId, status: 'processing' } }, completed(operationId));
      expect(await till.resume(operationId, 60_000)).toBe('completed');
      expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
    });

    it('is for a person where the service does not know the order', async () => {
      const { till, operationId } = await lostThen(change);
      till.service.script(refusal(404, 'resource_not_found'), completed(operationId));
      expect(await till.resume(operationId, 60_000)).toBe('attention');
      expect(till.facts(operationId).attention).toBe('pinned_differs');
      expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
    });
  });
});

describe('a key that was replaced', () => {
  const keysUsed = (till: Till): readonly string[] =>
    till.service.seen.map(({ headers }) => /keyid="([^"]+)"/.exec(headers['signature-input'] ?? '')?.[1] ?? '');
  const keyInUse = (till: Till): string => till.counter.session.signingKey()?.keyId ?? '';
  const rotatedWhilePending = async () => {
    const till = await Till.open();
    const pending = till.place();
    till.service.script('drop');
    await till.resume(pending);
    const before = keyInUse(till);
    till.rotateKey();
    return { till, pending, before };
  };
  const statuses = (till: Till): readonly string[] => till.counter.keyring.entries().map(({ status }) => status);

  it('signs the orders that are pinned to it until they end, beside new sales with the new key, and is retired then', async () => {
    const { till, pending, before } = await rotatedWhilePending();
    await till.run();
    const after = keyInUse(till);
    const sold = till.place();
    till.service.script(completed(sold), completed(pending));
    expect(await till.resume(sold)).toBe('completed');
    expect(statuses(till)).toEqual(['replaced', 'active']);
    expect(await till.resume(pending)).toBe('completed');
    expect(keysUsed(till)).toEqual([before, after, before]);
    expect(statuses(till)).toEqual(['retired', 'active']);
  });

  it('is retired at once where nothing is pinned to it any more', async () => {
    const till = await Till.open();
    till.rotateKey();
    await till.run();
    expect(statuses(till)).toEqual(['retired', 'active']);
  });

  it('is not retired by hand while an order is pinned to it and the service takes it', async () => {
    const { till, before } = await rotatedWhilePending();
    till.service.script({ status: 200, body: { keyId: before, effectiveScopes: [] } });
    expect(await till.counter.enrolment.retire()).toEqual({ ok: false, error: { code: 'key_pending_orders' } });
    till.service.script({ ...refusal(401, 'invalid_credentials'), leftOut: ['nonce;req'] });
    expect(await till.counter.enrolment.retire()).toMatchObject({ ok: false });
    expect(statuses(till)).toEqual(['replaced', 'active']);
  });

  it('can be retired by hand where the service refuses it: its orders are read with the new key', async () => {
    const till = await Till.open();
    const pending = till.place();
    till.service.script(processing(pending));
    await till.resume(pending);
    const before = keyInUse(till);
    till.rotateKey();
    till.service.script(
      refusal(401, 'invalid_credentials'),
      { status: 200, body: { operationId: pending, status: 'processing' } },
      completed(pending),
    );
    value(await till.counter.enrolment.retire());
    expect(await till.resume(pending, 3_600_000)).toBe('completed');
    const after = keyInUse(till);
    expect(keysUsed(till)).toEqual([before, before, after, after]);
  });
});
