import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import { codes, completed, completedOrder, Till, value } from '../till.ts';

describe('an order that holds codes and is not completed by its status', () => {
  it.each(['failed', 'processing', 'recoveryExhausted'])('is for a person where it is %s', async (status) => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId, { status, completedAt: undefined }));
    expect(await till.resume(operationId)).toBe('attention');
    const { attention } = viewOf(operationId, till.facts(operationId), till.clock.nowMs());
    expect(attention).toEqual({ reason: 'differs', differs: ['status'], choices: ['accept-as-bought'] });
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('keeps its codes where a read says the same without them', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const failed = { status: 'failed', soldCards: undefined, invoiceId: undefined };
    till.service.script(completed(operationId, { status: 'failed' }), {
      status: 200,
      body: completedOrder(operationId, failed),
    });
    await till.resume(operationId);
    expect(await till.resume(operationId)).toBe('attention');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    value(till.counter.orders.decide(operationId, 'accept-as-bought'));
    expect(till.stateOf(operationId)).toBe('completed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it.each(['failed', 'processing'])('is what it says where it is %s and holds none', async (status) => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId, { status, soldCards: [{ soldCardId: codes[0]?.soldCardId }] }));
    expect(await till.resume(operationId)).toBe(status === 'failed' ? 'failed' : 'accepted');
  });
});

describe('a code of which nothing can be seen', () => {
  it.each([
    ['a zero width space', '\u{200b}'],
    ['a soft hyphen and a filler', '\u{ad} \u{3164}'],
    ['controls', '\u{0}\u{1b}\u{7f}'],
    ['marks of direction', '\u{202e}\u{2066}\u{200f}'],
    ['half a character', '\u{d800}'],
  ])('is none, and is revealed: %s', async (_, unseen) => {
    const till = await Till.open();
    const operationId = till.place();
    const [first, second] = codes;
    till.service.script(
      completed(operationId, { soldCards: [first, { ...second, serialNumber: unseen, voucher: unseen }] }),
      {
        status: 200,
        body: { soldCards: codes },
      },
    );
    expect(await till.resume(operationId)).toBe('completed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.service.seen.at(-1)?.target).toContain('/reveal');
  });
});
