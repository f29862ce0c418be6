import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { beforeIntent } from '../../src-main/orders/records/steps.ts';
import { failureOf, orderSchema, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';

const complaintSchema = z.object({
  id: z.string(),
  state: z.string(),
  replacement: z.object({ operationId: z.string(), state: z.string() }).nullable(),
});
const listSchema = z.object({ items: z.array(complaintSchema) });

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A complaint on a card that was bought and shown, and how many sales the service has by then. */
async function complained() {
  await shop.sandbox.clearFaults();
  const operationId = randomUUID();
  const sold = valueOf(await shop.counter(shop.buy(operationId, 1, '--reveal')), orderSchema);
  const [card] = sold.codes;
  const about = ['--reason', 'not_accepted', '--note', 'the network refuses it'];
  const opened = await shop.counter(['complaints', 'open', operationId, card?.soldCardId ?? '', ...about]);
  const codes = sold.codes
    .flatMap(({ serialNumber, voucher }) => [serialNumber, voucher])
    .filter((code) => code !== null);
  expect(codes.length).toBeGreaterThan(0);
  return {
    id: valueOf(opened, complaintSchema).id,
    soldCardId: card?.soldCardId ?? 'none',
    codes,
    before: (await shop.sandbox.sales()).length,
  };
}

async function complaintNow(id: string): Promise<z.infer<typeof complaintSchema>> {
  const { items } = valueOf(await shop.counter(['complaints', 'list', '--all']), listSchema);
  const found = items.find((each) => each.id === id);
  if (found === undefined) throw new Error('the complaint is gone');
  return found;
}

/** Replaces it again and again, as somebody does who does not know of the kill, and gives how many were sold. */
async function soldAfter(step: string, id: string, before: number): Promise<number> {
  const command = ['complaints', 'replace', id, '--beside-pending'];
  const killed = await shop.counter(command, { env: { COUNTERFOIL_CRASH_AT: step } });
  expect(killed.signal, killed.stderr).toBe('SIGKILL');
  const { replacement } = await complaintNow(id);
  // Nothing was written down, or both the complaint's event and the intent.
  if (replacement === null) valueOf(await shop.counter(command), orderSchema);
  else {
    failureOf(await shop.counter(command), 2);
    valueOf(await shop.counter(['resume', replacement.operationId]), orderSchema);
  }
  failureOf(await shop.counter(command), 2);
  expect((await complaintNow(id)).state).toBe('replaced');
  return (await shop.sandbox.sales()).length - before;
}

/** Of the steps of a purchase those between which something else is durable. */
describe.each([
  beforeIntent,
  'intent-recorded',
  'attempt-recorded',
  'request-written',
  'answer-sealed',
  'verdict-recorded',
])('a replacement that is killed at %s', (step) => {
  it('is bought once', async () => {
    const { id, before } = await complained();
    expect(await soldAfter(step, id, before)).toBe(1);
  });
});

it.each(['request-written', 'verdict-recorded'])(
  'a replacement whose answer got lost, killed at %s, is bought once',
  async (step) => {
    const { id, before } = await complained();
    await shop.sandbox.fault({ name: 'drop-after-commit', operation: 'createPartnerOrder' });
    expect(await soldAfter(step, id, before)).toBe(1);
  },
);

it('the text for the service’s support, the list and the events hold no code', async () => {
  const { id, soldCardId, codes } = await complained();
  const said = [
    ['complaints', 'text', id],
    ['complaints', 'list', '--all'],
    ['journal', 'events'],
  ];
  for (const command of said) {
    const { stdout } = await shop.counter(command);
    expect(stdout).toContain(soldCardId);
    for (const secret of codes) expect(stdout).not.toContain(secret);
  }
});
