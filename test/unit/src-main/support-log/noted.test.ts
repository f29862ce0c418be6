import { describe, expect, it } from 'vitest';
import type { RawAnswer, TransportFault } from '../../../../src-main/core/ports.ts';
import { err, ok, type Result } from '../../../../src-main/core/result.ts';
import { operations, pathOf } from '../../../../src-main/partner-api/operations/table.ts';
import type { SupportEntry } from '../../../../src-main/support-log/entry.ts';
import { judgedEntry, notedCalls, notedTransport, noticeEntry } from '../../../../src-main/support-log/noted.ts';
import { HandClock } from '../../../support/hand-clock.ts';

const id = '0190a0b0-0000-7000-8000-000000000001';
const ids = { walletId: id, categoryId: id, subcategoryId: id, operationId: id, soldCardId: id, invoiceId: id };
const answer: RawAnswer = { status: 200, headers: [], body: new Uint8Array() };

function exchanging(outcome: Result<RawAnswer, TransportFault>) {
  const noted: SupportEntry[] = [];
  const wire = { exchange: () => Promise.resolve(outcome) };
  const transport = notedTransport(wire, new HandClock(), (entry) => noted.push(entry));
  const exchange = async (method: 'GET' | 'POST', url: string): Promise<readonly SupportEntry[]> => {
    const came = await transport.exchange({ method, url, headers: [], body: null }, { waitMs: 1, maxBytes: 1 });
    expect(came).toBe(outcome);
    return noted;
  };
  return exchange;
}

describe('an exchange is noted', () => {
  it.each(Object.entries(operations))('by its operation, without an id: %s', async (name, { method }) => {
    const path = pathOf(name as keyof typeof operations, { ...ids, invitationId: id });
    const noted = await exchanging(ok(answer))(method, `https://partner.example/base${path}?cursor=${id}`);
    expect(noted).toEqual([{ kind: 'answered', operation: name, status: 200, ms: 0 }]);
  });

  it('by the fault of the way, and as no operation where it is none', async () => {
    const exchange = exchanging(err({ code: 'connection_lost' }));
    expect(await exchange('GET', `https://elsewhere.example/${id}`)).toEqual([
      { kind: 'unanswered', operation: null, fault: 'connection_lost', ms: 0 },
    ]);
  });

  it('by what its answer was judged to be', () => {
    expect(judgedEntry('getPartnerOrder', { kind: 'unverified', reason: 'stale' })).toEqual({
      kind: 'judged',
      operation: 'getPartnerOrder',
      outcome: 'stale',
    });
  });
});

describe('a call', () => {
  it('is noted where it is refused, by its code alone, and passes on what it gave', async () => {
    const noted: SupportEntry[] = [];
    const refused = err({ code: 'price_changed', operationId: id } as const);
    const calls = { place: () => Promise.resolve(refused), list: () => Promise.resolve(ok(id)) };
    const held = notedCalls('orders', calls, (entry) => noted.push(entry));
    expect([await held.place(), await held.list()]).toEqual([refused, ok(id)]);
    expect(noted).toEqual([{ kind: 'callRefused', call: 'orders.place', code: 'price_changed' }]);
  });
});

describe('a notice', () => {
  it('is noted by words of the contract, where it is', () => {
    expect(noticeEntry('lockChanged', { locked: true })).toEqual({ kind: 'lock', locked: true });
    expect(noticeEntry('clockChanged', { offsetSeconds: 3 })).toEqual({ kind: 'clock', offsetSeconds: 3 });
    expect(noticeEntry('journalDamaged', {})).toEqual({ kind: 'damaged' });
    expect(noticeEntry('hideCodes', {})).toBeNull();
  });
});
