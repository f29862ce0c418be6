import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownId, type InvoiceId, type OperationId } from '../../../../../src-main/core/ids.ts';
import type { DeploymentProfile } from '../../../../../src-main/deployment/profile.ts';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import { codesStateOf } from '../../../../../src-main/orders/views/order-view.ts';
import { createReveals } from '../../../../../src-main/reveals/driver/reveals.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { invoiceId, soldCardId, walletId } from '../../orders/order-samples.ts';
import { everyBinding, type ScriptedAnswer } from '../../orders/scripted-service.ts';
import { codes, completed, processing, refusal, Till, value } from '../../orders/till.ts';
import { contextOf } from '../contexts.ts';

/** The profile with the key that unknown answers are signed with. */
function withItsKey(till: Till): DeploymentProfile {
  return till.service.profileWith({
    serviceKeys: { jwks: { keys: ['service-1', 'service-9'].map((kid) => ({ ...till.service.publicKey, kid })) } },
  });
}

const [firstCode] = codes;
const all: ScriptedAnswer = { status: 200, body: { items: codes } };
const unknownKey: ScriptedAnswer = { ...all, unknownKey: true };

/** An order that brought no codes, whose reveal by invoice was answered so. */
async function asked(answer: ScriptedAnswer): Promise<{ till: Till; operationId: OperationId }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId, { soldCards: [] }), answer);
  await till.resume(operationId);
  expect(await till.counter.reveals.show(operationId)).toMatchObject({ ok: false });
  return { till, operationId };
}

describe('the answer to a reveal that could not be verified when it came', () => {
  it('gives its codes to its order when the profile is opened with its key, without the network', async () => {
    const { till, operationId } = await asked(unknownKey);
    await till.service.close();
    await till.run({ profile: withItsKey(till) });
    expect(codesStateOf(till.facts(operationId))).toBe('sealed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.kinds(operationId).slice(-5)).toEqual([
      'reveal-started',
      'reveal-answer-sealed',
      'reveal-failed',
      'codes-revealed',
      'codes-shown',
    ]);
  });

  it('shows the card or the invoice that was asked for, without asking again', async () => {
    const till = await Till.open();
    till.service.script({ status: 200, body: firstCode, unknownKey: true }, unknownKey);
    const invoice = knownId<InvoiceId>(invoiceId);
    expect(await till.counter.reveals.revealCard(walletId, soldCardId(1))).toMatchObject({
      ok: false,
      error: { detail: 'unknown_key' },
    });
    expect(await till.counter.reveals.revealInvoice(walletId, invoice)).toMatchObject({
      ok: false,
      error: { detail: 'unknown_key' },
    });
    await till.service.close();
    await till.run({ profile: withItsKey(till) });
    expect(value(await till.counter.reveals.revealCard(walletId, soldCardId(1)))).toEqual([firstCode]);
    expect(value(await till.counter.reveals.revealInvoice(walletId, invoice))).toEqual(codes);
    expect(await till.counter.reveals.revealCard(walletId, soldCardId(1))).toMatchObject({
      ok: false,
      error: { code: 'service_unreachable' },
    });
  });

  it("is judged again as soon as the service's time is known", async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: [] } }) });
    const [operationId, other] = [till.place(), till.place()];
    till.service.script(
      completed(operationId, { soldCards: [] }),
      { ...all, leftOut: everyBinding, createdShiftSeconds: 900 },
      { ...processing(other), createdShiftSeconds: 900 },
    );
    await till.resume(operationId);
    expect(await till.counter.reveals.show(operationId)).toMatchObject({ ok: false, error: { detail: 'stale' } });
    await till.resume(other);
    expect(codesStateOf(till.facts(operationId))).toBe('sealed');
  });

  it('is judged where the process ended before it could be', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId, { soldCards: [] }), all);
    await till.resume(operationId);
    const died = new Error('died');
    await till.run({
      step: (step) => {
        if (step === 'codes-sealed') throw died;
      },
    });
    await expect(till.counter.reveals.show(operationId)).rejects.toBe(died);
    await till.service.close();
    await till.run();
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('is never verified where it was forged, and not written down again while nothing is learned', async () => {
    const { till, operationId } = await asked({ ...unknownKey, forged: true });
    const before = till.kinds(operationId);
    await till.run();
    expect(till.kinds(operationId)).toEqual(before);
    await till.run({ profile: withItsKey(till) });
    expect(till.kinds(operationId)).toEqual([...before, 'reveal-failed']);
    expect(codesStateOf(till.facts(operationId))).toBe('toReveal');
  });

  it('counts for its refusal once it can be verified, and is left alone from then on', async () => {
    const { till, operationId } = await asked({ ...refusal(409, 'wallet_disabled'), unknownKey: true });
    await till.run({ profile: withItsKey(till) });
    const after = till.kinds(operationId);
    expect(
      till.counter.localRecords.journal
        .events({ subject: operationId, kind: 'reveal-failed' })
        .map(({ body }) => body['reason']),
    ).toEqual(['unknown_key', 'wallet_disabled']);
    await till.run({ profile: withItsKey(till) });
    expect(till.kinds(operationId)).toEqual(after);
  });

  it('is kept up to a quota that its order has for all it cannot verify, and only noted beyond it', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const page: ScriptedAnswer = { status: 502, body: '<html>busy</html>', unsigned: true };
    till.service.script(
      page,
      page,
      completed(operationId, { soldCards: [] }),
      ...Array.from({ length: 6 }, () => page),
      unknownKey,
      all,
    );
    for (let count = 0; count < 3; count += 1) await till.resume(operationId);
    for (let count = 0; count < 6; count += 1)
      expect(await till.counter.reveals.show(operationId)).toMatchObject({
        ok: false,
        error: { code: 'answer_unverified', detail: 'signature_missing' },
      });
    const sealed = (): number => till.kinds(operationId).filter((kind) => kind === 'reveal-answer-sealed').length;
    expect([sealed(), till.kinds(operationId).filter((kind) => kind === 'reveal-failed').length]).toEqual([4, 6]);
    expect(await till.counter.reveals.show(operationId)).toMatchObject({ error: { detail: 'unknown_key' } });
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(sealed()).toBe(6);
  });

  it('is kept for a card up to the quota too, and one that is verified beyond it', async () => {
    const till = await Till.open();
    const page: ScriptedAnswer = { status: 502, body: `<html>${'x'.repeat(300_000)}</html>`, unsigned: true };
    till.service.script(page, page, page, { status: 200, body: firstCode });
    for (let count = 0; count < 3; count += 1)
      expect(await till.counter.reveals.revealCard(walletId, soldCardId(1))).toMatchObject({
        error: { detail: 'signature_missing' },
      });
    expect(till.kinds(`card:${soldCardId(1)}`).filter((kind) => kind === 'reveal-answer-sealed')).toHaveLength(2);
    expect(value(await till.counter.reveals.revealCard(walletId, soldCardId(1)))).toEqual([firstCode]);
  });

  it('is passed over where its bytes do not open any more', async () => {
    const { till, operationId } = await asked(unknownKey);
    const { journal } = till.counter.localRecords;
    const [sealed] = journal.events({ subject: operationId, kind: 'reveal-answer-sealed' }).map(({ body }) => body);
    const { id } = z.object({ sealed: z.object({ id: z.string() }) }).parse(sealed).sealed;
    value(journal.transaction((tx) => tx.purgeSealed(id)));
    const before = till.kinds(operationId);
    await till.run({ profile: withItsKey(till) });
    expect(till.kinds(operationId)).toEqual(before);
  });

  it('is passed over where its order has its codes by then', async () => {
    const { till, operationId } = await asked(unknownKey);
    till.service.script(all);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    const before = till.kinds(operationId);
    await till.run({ profile: withItsKey(till) });
    expect(till.kinds(operationId)).toEqual(before);
  });

  it('brings no other cards than those of the order', async () => {
    const { till, operationId } = await asked({ status: 200, body: { items: [firstCode] }, unknownKey: true });
    await till.run({ profile: withItsKey(till) });
    expect(codesStateOf(till.facts(operationId))).toBe('toReveal');
  });
});

describe('records that cannot be read', () => {
  const readingAs = (till: Till, fault: Error) => {
    const context = contextOf(till);
    const subjects = (): never => {
      throw fault;
    };
    return createReveals({ ...context, journal: { ...methodsOf(context.journal), subjects } });
  };

  it('leave the answers for the next time', async () => {
    const till = await Till.open();
    const fault = new JournalUnavailable({ code: 'journal_corrupt' });
    expect(() => {
      readingAs(till, fault).judgeAgain();
    }).not.toThrow();
  });

  it('hide no mistake of ours', async () => {
    const till = await Till.open();
    const fault = new TypeError('a mistake');
    expect(() => {
      readingAs(till, fault).judgeAgain();
    }).toThrow(fault);
  });
});

describe('a reveal that is under way', () => {
  it('is judged by itself, whatever is heard of keys meanwhile', async () => {
    const till = await Till.open();
    const reveals = createReveals(
      contextOf(till, {
        step: (step) => {
          if (step === 'codes-sealed') till.counter.reveals.judgeAgain();
        },
      }),
    );
    till.service.script(refusal(403, 'insufficient_scope'), { status: 200, body: firstCode });
    expect((await reveals.revealCard(walletId, soldCardId(1))).ok).toBe(false);
    expect(value(await reveals.revealCard(walletId, soldCardId(1)))).toEqual([firstCode]);
    const kinds = till.kinds(`card:${soldCardId(1)}`);
    expect(kinds.filter((kind) => kind === 'codes-revealed')).toHaveLength(1);
  });

  it('and that the process ended is judged when its card is asked for again, without the network', async () => {
    class Ended extends Error {}
    const till = await Till.open({
      step: (step) => {
        if (step === 'codes-sealed') throw new Ended(step);
      },
    });
    till.service.script({ status: 200, body: firstCode });
    await expect(till.counter.reveals.revealCard(walletId, soldCardId(1))).rejects.toThrow(Ended);
    await till.service.close();
    await till.run();
    expect(value(await till.counter.reveals.revealCard(walletId, soldCardId(1)))).toEqual([firstCode]);
  });
});

it('codes are shown of an order whose own answer is verified only then', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(processing(operationId), completed(operationId));
  expect(await till.resume(operationId)).toBe('accepted');
  const reveals = createReveals(contextOf(till, { recheckOrder: (id) => till.resume(id, 60_000) }));
  expect(value(await reveals.show(operationId))).toEqual(codes);
});
