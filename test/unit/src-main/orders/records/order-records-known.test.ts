import { expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import type { PartnerSession } from '../../../../../src-main/exchange/session.ts';
import type { IntendedOrder } from '../../../../../src-main/orders/machine/events.ts';
import { openOrderRecords } from '../../../../../src-main/orders/records/order-records.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { HandClock, openOrThrow } from '../../journal/journal-fixture.ts';
import { completedVerdict, History, intent } from '../order-samples.ts';
import { completed, newOperationId, processing, refusal, Till, value } from '../till.ts';

const { keyId } = intent.pinned;
const otherKeyId = '0f000000-0000-4000-8000-000000000009';

/** Each key that is here signs for itself. */
function keysHere(...here: readonly string[]): PartnerSession['signingKey'] {
  return (pinned = keyId) => (here.includes(pinned) ? { keyId: pinned, sign: () => new Uint8Array() } : null);
}

function shop() {
  const clock = new HandClock();
  const records = openOrderRecords(openOrThrow(tempFolder(), clock), () => undefined);
  const keep = (history: History, pinned: Partial<IntendedOrder['pinned']> = {}): OperationId => {
    const id = newOperationId();
    clock.atMs += 1;
    const events = history.events.map(({ kind, body }) => ({ subject: id, kind, body }));
    const [first, ...rest] = events;
    if (first === undefined) throw new Error('no intent');
    const intended = { ...first, body: { ...intent, pinned: { ...intent.pinned, ...pinned } } };
    value(records.record(id, [intended, ...rest]));
    return id;
  };
  const knownBeside = (id: OperationId, keys: PartnerSession['signingKey']): OperationId | null => {
    const order = records.find(id);
    if (order === null) throw new Error('not kept');
    return records.knownBeside(id, order, keys);
  };
  return { keep, knownBeside };
}

const bought = (on = {}): History => new History().judged(completedVerdict(), on);

it('nothing is compared with an order itself, nor with one that the service refused or lost', async () => {
  const till = await Till.open();
  const { records } = till.counter.localRecords;
  const [held, refused, lost, unsent] = [till.place(), till.place(), till.place(), till.place()];
  const known = (id: OperationId) => records.knownBeside(id, till.facts(id), till.counter.session.signingKey);
  till.service.script(completed(held), refusal(409, 'card_unavailable'), 'drop');
  for (const id of [held, refused, lost]) await till.resume(id);
  expect([held, refused, lost, unsent].map(known)).toEqual([null, held, held, held]);
});

it('an order that was held once, and is now for a person, is none to compare with', async () => {
  const till = await Till.open();
  const { records } = till.counter.localRecords;
  const [held, doubtful, lost] = [till.place(), till.place(), till.place()];
  till.service.script(completed(held), processing(doubtful), { status: 201, body: '{}' }, 'drop');
  for (const id of [held, doubtful, doubtful, lost]) await till.resume(id);
  expect(till.stateOf(doubtful)).toBe('attention');
  expect(records.knownBeside(lost, till.facts(lost), till.counter.session.signingKey)).toBe(held);
});

it('the newest that the service was seen to hold under the same key is compared with', () => {
  const { keep, knownBeside } = shop();
  const [older, newer] = [keep(bought()), keep(bought())];
  const lost = keep(new History().lost());
  expect([lost, newer, older].map((id) => knownBeside(id, keysHere(keyId)))).toEqual([newer, older, newer]);
});

it('a sale under another key proves nothing, whatever request of it was seen', () => {
  const { keep, knownBeside } = shop();
  const both = keysHere(keyId, otherKeyId);
  keep(bought({ keyId: otherKeyId }), { keyId: otherKeyId });
  // One of this key, that was seen with the other alone.
  keep(bought({ keyId: otherKeyId }));
  // One of the other key, that was seen with this one.
  keep(bought(), { keyId: otherKeyId });
  const lost = keep(new History().lost());
  expect(knownBeside(lost, both)).toBeNull();
  expect(knownBeside(lost, keysHere(keyId))).toBeNull();
  const held = keep(bought());
  expect(knownBeside(lost, both)).toBe(held);
});

it('nothing is compared with where the key of the order is not here', () => {
  const { keep, knownBeside } = shop();
  keep(bought());
  const lost = keep(new History().lost());
  expect(knownBeside(lost, keysHere(otherKeyId))).toBeNull();
});

it('an order that a person took for bought was not seen: what a lost or a refused request leaves proves nothing', () => {
  const { keep, knownBeside } = shop();
  const accepted = (history: History) =>
    history
      .add({ kind: 'attention-raised', body: { reason: 'no_word' } })
      .add({ kind: 'decision-made', body: { choice: 'accept-as-bought', reason: 'no_word', wantedUntilMs: 0 } });
  keep(accepted(new History().lost()));
  keep(accepted(new History().judged({ outcome: 'nothing', code: 'rate_limited' })));
  const lost = keep(new History().lost());
  expect(knownBeside(lost, keysHere(keyId))).toBeNull();
});
