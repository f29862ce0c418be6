import { randomUUID } from 'node:crypto';
import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf, orderSchema, shownCodes, valueOf, type Order } from '../../support/outcome.ts';
import { isOurOwn, type Counter } from '../service.ts';

const codesSchema = z.strictObject({ codes: orderSchema.shape.codes });
const ownedSchema = z.object({
  items: z.array(z.object({ soldCardId: z.uuid().optional() }).loose()),
  nextCursor: z.string().optional(),
});
const ordersSchema = z.strictObject({ items: z.array(orderSchema), nextCursor: z.string().optional() });

/** More cards than the practice service puts on a page; another service's card may not be sold by the dozen. */
const moreThanAPage = isOurOwn ? 30 : 1;

export function purchases(counter: Counter): void {
  const operationId = randomUUID();
  const args = (...more: readonly string[]) =>
    counter.buy(2, '--reference', 'till 1/7', '--operation-id', operationId, ...more);
  /** The same, but for one option: none may be given twice. */
  const argsBut = ([name = '', ...value]: readonly string[]): readonly string[] => {
    const usual = args();
    const at = usual.indexOf(name);
    return at < 0 ? [...usual, name, ...value] : usual.with(at + 1, value.join());
  };
  let bought: Order;

  it('buys at the price of a fresh read, exactly, and shows no code unasked', async () => {
    const {
      walletId,
      card: { id, unitPrice },
    } = counter.sale;
    const run = await counter.run(args('--expect-unit-price', unitPrice.amount));
    bought = valueOf(run, orderSchema);
    expect(bought).toMatchObject({
      operationId,
      state: 'completed',
      walletId,
      cardId: id,
      quantity: 2,
      externalReference: 'till 1/7',
    });
    expect(bought.total).toEqual({ amount: Big(unitPrice.amount).times(2).toFixed(3), currency: unitPrice.currency });
    expect(bought.codes.map(({ serialNumber, voucher }) => [serialNumber, voucher])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(bought.attempts.map(({ httpStatus, judgement }) => [httpStatus, judgement])).toEqual([[201, 'completed']]);
    expect(run.stderr).toContain(operationId);
  });

  it('resumes with the same id and arguments, and buys nothing again', async () => {
    expect(valueOf(await counter.run(args()), orderSchema)).toEqual(bought);
  });

  it.each([
    ['another quantity', ['--quantity', '3']],
    ['another card', ['--card', randomUUID()]],
    ['another wallet', ['--wallet', randomUUID()]],
    ['another reference', ['--reference', 'till 2']],
    ['consent to debt', ['--allow-debt']],
    ['another price', ['--expect-unit-price', '0.001']],
  ])('refuses the same id with %s', async (_, other) => {
    expect(failureOf(await counter.run(argsBut(other)), 2)).toEqual({
      code: 'operation_id_in_use',
      field: 'operation-id',
      operationId,
    });
  });

  it('records and sends nothing where the price is another than expected', async () => {
    const other = randomUUID();
    expect(
      failureOf(await counter.run(counter.buy(1, '--operation-id', other, '--expect-unit-price', '0.001')), 2),
    ).toEqual({ code: 'price_changed', field: 'expect-unit-price' });
    expect(failureOf(await counter.run(['order', other]), 2)).toEqual({
      code: 'operation_unknown',
      operationId: other,
    });
  });

  it('notes no hand-over of codes that nobody saw', async () => {
    expect(failureOf(await counter.run(['hand-over', operationId]), 2)).toEqual({
      code: 'codes_not_shown',
      operationId,
    });
  });

  it('shows the codes when asked to, the same each time', async () => {
    const shown = valueOf(await counter.run(['resume', operationId, '--reveal']), orderSchema);
    expect(shownCodes(shown)).toBe(2);
    const again = valueOf(await counter.run(args('--reveal')), orderSchema);
    expect(again.codes).toEqual(shown.codes);
    expect(again.attempts).toEqual(bought.attempts);
    expect(valueOf(await counter.run(['order', operationId]), orderSchema)).toEqual(bought);
  });

  it('notes once that the customer has the codes', async () => {
    for (let times = 0; times < 2; times += 1)
      expect(valueOf(await counter.run(['hand-over', operationId]), orderSchema)).toEqual(bought);
    const { items } = valueOf(
      await counter.run(['journal', 'events', operationId]),
      z.object({ items: z.array(z.object({ kind: z.string() })) }),
    );
    expect(items.filter(({ kind }) => kind === 'codes-handed-over')).toHaveLength(1);
  });

  it('reveals at the service by invoice and by card what came with the order', async () => {
    const { walletId } = counter.sale;
    const codes = valueOf(await counter.run(['resume', operationId, '--reveal']), orderSchema).codes.map(withoutTime);
    const byInvoice = valueOf(
      await counter.run(['reveal', walletId, '--invoice', bought.invoiceId ?? '']),
      codesSchema,
    ).codes;
    expect(byInvoice.map(withoutTime).sort(bySoldCard)).toEqual([...codes].sort(bySoldCard));
    const byCard = valueOf(
      await counter.run(['reveal', walletId, '--card', codes[0]?.soldCardId ?? '']),
      codesSchema,
    ).codes;
    expect(byCard.map(withoutTime)).toEqual(codes.slice(0, 1));
  });

  it('lists owned cards with their codes hidden, and shows one alone', async () => {
    const { walletId } = counter.sale;
    const { codes } = valueOf(await counter.run(['resume', operationId, '--reveal']), orderSchema);
    const listed = await counter.run(['owned', walletId, '--all']);
    const ids = codes.map(({ soldCardId }) => soldCardId);
    expect(valueOf(listed, ownedSchema).items.map(({ soldCardId }) => soldCardId)).toEqual(expect.arrayContaining(ids));
    const one = await counter.run(['owned', walletId, '--card', ids[0] ?? '']);
    expect(valueOf(one, z.object({ soldCardId: z.string() })).soldCardId).toBe(ids[0]);
    for (const { voucher, serialNumber } of codes) {
      expect(listed.stdout + one.stdout).not.toContain(voucher);
      expect(listed.stdout + one.stdout).not.toContain(serialNumber);
    }
  });

  it('lists page by page what it lists at once', async () => {
    const { walletId } = counter.sale;
    valueOf(await counter.run(counter.buy(moreThanAPage)), orderSchema);
    const all = valueOf(await counter.run(['owned', walletId, '--all']), ownedSchema);
    expect(all.nextCursor).toBeUndefined();
    const paged: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = valueOf(
        await counter.run(['owned', walletId, ...(cursor === undefined ? [] : ['--cursor', cursor])]),
        ownedSchema,
      );
      paged.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(all.items);
  });

  it('reads the order at the service, which never brings codes and moves nothing', async () => {
    const { attempts: remoteAttempts, ...remote } = valueOf(
      await counter.run(['order', operationId, '--remote']),
      orderSchema,
    );
    const { attempts, ...localRecords } = bought;
    expect(remote).toEqual(localRecords);
    expect(remoteAttempts.slice(0, attempts.length)).toEqual(attempts);
    expect(remoteAttempts.at(-1)).toMatchObject({ httpStatus: 200 });
  });

  it('lists orders newest first, and none that is pending', async () => {
    const { items } = valueOf(await counter.run(['orders', '--all']), ordersSchema);
    expect(items.map((order) => order.quantity)).toEqual([moreThanAPage, 2]);
    expect(valueOf(await counter.run(['orders', '--pending']), ordersSchema)).toEqual({ items: [] });
    expect(valueOf(await counter.run(['resume']), ordersSchema)).toEqual({ items: [] });
  });

  it('cancels nothing that was bought, and nothing that it does not know', async () => {
    expect(failureOf(await counter.run(['cancel', operationId]), 2)).toEqual({ code: 'not_cancellable', operationId });
    const unknown = randomUUID();
    for (const command of ['cancel', 'resume', 'order']) {
      expect(failureOf(await counter.run([command, unknown]), 2)).toEqual({
        code: 'operation_unknown',
        operationId: unknown,
      });
    }
  });
}

/** Every reveal at the service has its own time. */
function withoutTime({
  soldCardId,
  serialNumber,
  voucher,
}: Order['codes'][number]): Omit<Order['codes'][number], 'revealedAt'> {
  return { soldCardId, serialNumber, voucher };
}

function bySoldCard(one: { readonly soldCardId: string }, other: { readonly soldCardId: string }): number {
  return one.soldCardId.localeCompare(other.soldCardId);
}
