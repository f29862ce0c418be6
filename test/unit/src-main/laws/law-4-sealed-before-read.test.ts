import { describe, expect, it } from 'vitest';
import { isExportable } from '../../../../src-main/app/counter/journal-rules.ts';
import type { OperationId } from '../../../../src-main/core/ids.ts';
import { decodeAnswer } from '../../../../src-main/exchange/kept-answer.ts';
import type { StoredEvent } from '../../../../src-main/journal/event.ts';
import { keptAnswerTo } from '../../../../src-main/orders/machine/order.ts';
import type { PurchaseStep } from '../../../../src-main/orders/records/steps.ts';
import { codes, completed, completedOrder, processing, Till, value, type TillOptions } from '../orders/till.ts';
import { failDisk } from './failing-disk.ts';

// Law 4: what is delivered once is durable before it is read. The raw answer is sealed (encrypted) and committed before
// it is parsed or shown; what could not be verified is kept with its reason.

function keptBody(till: Till, operationId: OperationId): string {
  const { journal } = till.counter.localRecords;
  const latest = till.facts(operationId).attempts.at(-1);
  const sealed = latest === undefined ? null : (keptAnswerTo(latest)?.sealed ?? null);
  const record = sealed === null ? null : journal.sealed(sealed.id);
  if (sealed === null || record === null || record === 'purged') throw new Error('nothing was kept');
  return Buffer.from(decodeAnswer(value(till.counter.vault.unseal(sealed.id, record)))?.raw.body ?? []).toString(
    'utf8',
  );
}

async function onDiskAt(
  steps: readonly PurchaseStep[],
  work: (till: Till, operationId: OperationId) => Promise<unknown>,
): Promise<ReadonlyMap<PurchaseStep, readonly StoredEvent[]>> {
  const onDisk = new Map<PurchaseStep, readonly StoredEvent[]>();
  const options: { step: NonNullable<TillOptions['step']> } = { step: () => undefined };
  const till = await Till.open({ step: (step) => options.step(step) });
  options.step = (step) => {
    if (steps.includes(step)) onDisk.set(step, till.durableEvents());
  };
  await work(till, till.place());
  return onDisk;
}

function kindsOf(events: readonly StoredEvent[] | undefined): readonly string[] {
  return (events ?? []).filter(isExportable).map(({ kind }) => kind);
}

describe('law 4: sealed and durable before it is read', () => {
  it('has the sealed answer on the disk before it is judged', async () => {
    const onDisk = await onDiskAt(
      ['answer-received', 'answer-sealed', 'answer-judged', 'verdict-recorded'],
      async (till, operationId) => {
        till.service.script(completed(operationId));
        await till.resume(operationId);
      },
    );
    expect(kindsOf(onDisk.get('answer-received'))).toEqual(['order-intended', 'attempt-started']);
    expect(kindsOf(onDisk.get('answer-sealed'))).toEqual(['order-intended', 'attempt-started', 'answer-sealed']);
    expect(kindsOf(onDisk.get('answer-judged'))).toEqual(['order-intended', 'attempt-started', 'answer-sealed']);
    expect(kindsOf(onDisk.get('verdict-recorded'))).toEqual([
      'order-intended',
      'attempt-started',
      'answer-sealed',
      'answer-judged',
    ]);
  });

  it('has the answer of a reveal on the disk before it is read, and its showing before the codes come out', async () => {
    const onDisk = await onDiskAt(
      ['codes-requested', 'codes-sealed', 'codes-unsealed', 'delivery-recorded'],
      async (till, operationId) => {
        till.service.script(
          { status: 200, body: completedOrder(operationId, { soldCards: undefined }) },
          { status: 200, body: { soldCards: codes } },
        );
        await till.resume(operationId);
        value(await till.counter.reveals.show(operationId));
      },
    );
    const before = ['order-intended', 'attempt-started', 'answer-sealed', 'answer-judged'];
    expect(kindsOf(onDisk.get('codes-requested'))).toEqual([...before, 'reveal-started']);
    expect(kindsOf(onDisk.get('codes-sealed'))).toEqual([...before, 'reveal-started', 'reveal-answer-sealed']);
    expect(kindsOf(onDisk.get('codes-unsealed'))).toEqual([
      ...before,
      'reveal-started',
      'reveal-answer-sealed',
      'codes-revealed',
    ]);
    expect(kindsOf(onDisk.get('delivery-recorded'))).toEqual([
      ...before,
      'reveal-started',
      'reveal-answer-sealed',
      'codes-revealed',
      'codes-shown',
    ]);
  });

  it('keeps the very bytes, whatever they are, also of what cannot be verified or read', async () => {
    const till = await Till.open();
    const bodies = ['<html>Sign in</html>', '{"operationId":', '{"code":"price_changed","text":"مرحبا"}', ''];
    for (const body of bodies) {
      const operationId = till.place();
      till.service.script({ status: 200, body, unsigned: true });
      await till.resume(operationId);
      expect(keptBody(till, operationId)).toBe(body);
      expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'signature_missing' });
    }
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    expect(JSON.parse(keptBody(till, operationId))).toEqual(completedOrder(operationId));
  });

  it('does not read what could not be kept: the outcome stays open, and the codes come with the next answer', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const disks: ReturnType<typeof failDisk>[] = [];
    till.service.script(() => {
      disks.push(failDisk());
      return completed(operationId);
    });
    expect(await till.counter.orders.resume(operationId, 0, 'now')).toMatchObject({
      ok: false,
      error: { code: 'journal_not_writable' },
    });
    disks[0]?.mend();
    expect(till.kinds(operationId)).toEqual(['order-intended', 'attempt-started']);
    expect(till.stateOf(operationId)).toBe('unknown');
    till.service.script(processing(operationId), completed(operationId));
    expect(await till.resume(operationId, 30_000)).toBe('completed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('shows no code whose showing cannot be written down', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    const disk = failDisk();
    expect(await till.counter.reveals.show(operationId)).toMatchObject({
      ok: false,
      error: { code: 'journal_not_writable' },
    });
    expect(till.counter.reveals.copy(operationId, codes[0]?.soldCardId ?? failed(), 'voucher')).toMatchObject({
      ok: false,
      error: { code: 'journal_not_writable' },
    });
    disk.mend();
  });
});

function failed(): never {
  throw new Error('no sample card');
}
