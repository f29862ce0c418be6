import { describe, expect, it } from 'vitest';

import type { Seen } from './scripted-service.ts';
import { completed, Till } from './till.ts';

/** What may never change, once an order is intended. */
function lasting({ target, headers, body }: Seen) {
  return { target, body: body.toString('hex'), authority: headers['host'], key: headers['idempotency-key'], type: headers['content-type'] };
}

/** A profile with another value in every field of `request` that is made anew with each attempt. */
const otherForms = {
  label: 'other', parameters: ['keyid', 'created', 'nonce', 'tag'], tag: 'other', expiresAfterSeconds: 30, serviceDate: 'unix', nonce: 'hex', nonceBytes: 32, digest: 'both',
  emptyBodyDigest: false, bodylessContentType: 'application/json', cursorEncoding: 'form', languages: { ar: 'ar-KW', en: 'en-GB' },
  components: { bodylessNonceMutation: ['@path', 'nonce'], orderMutation: ['@target-uri', 'nonce', 'content-digest', 'idempotency-key'] },
};

const changes: readonly (readonly [what: string, change: object])[] = [
  ['every form that is made anew', { request: otherForms }],
  ['the shapes of bodies', { bodies: { wallets: 'data', ownedCards: null, cursor: 'next', invoiceReveal: 'items', names: 'text' } }],
  ['a smaller maximum than was bought', { maximumQuantity: 1 }],
  ['a journal that is countersigned', { countersignedJournal: true }],
  ['the enrolment', { enrolment: { proof: 'jws', thumbprint: 'spki-sha256-hex', validDays: { maximum: 7 } } }],
  ['waits, fence and name', { retryAfterUnit: 'milliseconds', answerWaitSeconds: 30, fence: null, name: 'Renamed', refusalStatuses: { operation_processing: 425 } }],
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
