import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Big } from 'big.js';
import { z } from 'zod';
import { runCounter } from '../test/support/counter.ts';
import { Sandbox } from '../test/support/sandbox.ts';
import { check, StepOff, tell } from './first-day/telling.ts';

/**
 * The whole path without a screen, against a practice service that it starts itself: enrol, browse, buy, lose an
 * answer, resume, reveal, verify. It tells what happened in sentences, never a code, and ends with 1 as soon as one
 * step is off.
 */

const text = z.object({ en: z.string().optional(), ar: z.string().optional() }).optional();
const money = z.object({ amount: z.string(), currency: z.string() });
const enrolled = z.object({ state: z.literal('active'), ownThumbprint: z.string(), thumbprintsAgree: z.literal(true) });
const wallets = z.object({ items: z.array(z.object({ id: z.string(), name: text, balance: money })).min(1) });
const card = z.object({ id: z.string(), name: text, available: z.boolean(), unitPrice: money.optional() });
const catalogue = z.object({ items: z.array(card) });
const codes = z.array(
  z.object({ soldCardId: z.string(), serialNumber: z.string().nullable(), voucher: z.string().nullable() }),
);
const order = z.object({
  operationId: z.string(),
  state: z.string(),
  invoiceId: z.string().nullable(),
  quantity: z.number(),
  total: money,
  codes,
});
const verified = z.object({ rows: z.number() });

type Card = z.infer<typeof card>;
type Order = z.infer<typeof order>;

interface Shop {
  readonly sandbox: Sandbox;
  readonly data: string;
  readonly walletId: string;
}

async function firstSale(sandbox: Sandbox, data: string): Promise<void> {
  tell(`A practice service is running at ${sandbox.line.baseUrl}. It checks every signature.`);
  await enrol(sandbox, data);
  const { shop, choice, balance } = await browse(sandbox, data);
  const bought = [await buy(shop, choice[0]), await buy(shop, choice[1])];
  const resumed = await buyWithLostAnswer(shop, choice[0]);
  await revealByInvoice(shop, resumed);
  await compareWithService(shop, [...bought, resumed], balance);
  const { rows } = await counter(shop, verified, 'journal', 'verify');
  tell(`The journal holds ${rows} events; its chain is whole and agrees with the orders.`);
}

async function enrol(sandbox: Sandbox, data: string): Promise<void> {
  const { invitationId, enrollmentTokenFile } = sandbox.line;
  const { ownThumbprint } = await counter(
    { sandbox, data },
    enrolled,
    'enrol',
    '--invitation',
    invitationId,
    '--token-file',
    enrollmentTokenFile,
  );
  tell(`A signing key was made, proved and activated. Its thumbprint, here and at the service: ${ownThumbprint}`);
}

async function browse(sandbox: Sandbox, data: string): Promise<{ shop: Shop; choice: [Card, Card]; balance: Big }> {
  const [wallet] = (await counter({ sandbox, data }, wallets, 'wallets', '--all')).items;
  if (wallet === undefined) throw new StepOff('No wallet is listed.');
  const { items } = await counter({ sandbox, data }, catalogue, 'catalogue', wallet.id);
  const buyable = items.filter((each) => each.available && each.unitPrice !== undefined);
  const [first, second] = buyable;
  if (first === undefined || second === undefined)
    throw new StepOff('The catalogue holds fewer than two cards that can be bought.');
  tell(
    `The wallet ${nameOf(wallet)} holds ${spoken(wallet.balance)}. ` +
      `It sees ${items.length} cards; ${buyable.length} of them can be bought now.`,
  );
  return { shop: { sandbox, data, walletId: wallet.id }, choice: [first, second], balance: Big(wallet.balance.amount) };
}

async function buy(shop: Shop, wanted: Card): Promise<Order> {
  const bought = await counter(shop, order, ...buyArguments(shop, wanted));
  check(bought.state === 'completed' && bought.codes.length === 1, 'The order is not completed with its code.');
  check(
    bought.codes.every(({ voucher, serialNumber }) => voucher === null && serialNumber === null),
    'A code came out without being asked for.',
  );
  tell(
    `Bought ${nameOf(wanted)} for ${spoken(bought.total)}. ` +
      'Its code came with the answer and lies sealed in the journal.',
  );
  return bought;
}

async function buyWithLostAnswer(shop: Shop, wanted: Card): Promise<Order> {
  await shop.sandbox.fault({ name: 'drop-after-commit', operation: 'createPartnerOrder' });
  // The same card was bought before and its code not shown yet: this is another customer.
  const lost = await runCounter([...buyArguments(shop, wanted), '--beside-pending', '--wait', '0', '--json'], {
    data: shop.data,
    deployment: shop.sandbox.line.deploymentFile,
  });
  const { value } = z.object({ ok: z.literal(false), value: order }).parse(lost.json);
  check(lost.exitCode === 4 && value.state === 'unknown', 'A lost answer does not leave the order unknown.');
  tell(
    'Placed a third order. The service sold the card, and its answer got lost on the way: the counter calls the outcome unknown.',
  );
  const resumed = await counter(shop, order, 'resume', value.operationId);
  check(
    resumed.operationId === value.operationId && resumed.state === 'completed',
    'The resumed order is not completed.',
  );
  tell(
    'Resumed it with the same operation id: the service names the order it already has. It is completed, and was paid for once.',
  );
  return resumed;
}

async function revealByInvoice(shop: Shop, { invoiceId, quantity }: Order): Promise<void> {
  const revealed = await counter(shop, z.object({ codes }), 'reveal', shop.walletId, '--invoice', invoiceId ?? '');
  const usable = revealed.codes.filter(({ voucher, serialNumber }) => voucher !== null && serialNumber !== null);
  check(usable.length === quantity, 'The invoice did not bring every code back.');
  tell(
    `Asked for the codes on that order's invoice: ${usable.length} of ${quantity} came back. ` +
      '(They are not shown here.)',
  );
}

/** The service's own word on what it sold, and the money that is gone. */
async function compareWithService(
  { sandbox, data, walletId }: Shop,
  orders: readonly Order[],
  before: Big,
): Promise<void> {
  const sold = (await sandbox.sales()).map(({ operationId }) => operationId).sort();
  check(
    sold.join() ===
      orders
        .map(({ operationId }) => operationId)
        .sort()
        .join(),
    'The service sold something else than the counter bought.',
  );
  const after = (await counter({ sandbox, data }, wallets, 'wallets', '--all')).items.find(({ id }) => id === walletId);
  const spent = orders.reduce((sum, { total }) => sum.plus(total.amount), Big(0));
  check(after !== undefined, 'The wallet is gone.');
  check(before.minus(spent).eq(after.balance.amount), 'The balance did not fall by what the orders cost.');
  tell(
    `The service sold ${sold.length} orders, each once, ` +
      `and the balance fell by exactly ${spent.toFixed(3)} to ${spoken(after.balance)}.`,
  );
}

function buyArguments({ walletId }: Shop, { id, unitPrice }: Card): string[] {
  return ['buy', '--wallet', walletId, '--card', id, '--quantity', '1', '--expect-unit-price', unitPrice?.amount ?? ''];
}

/** Runs the counter, which must succeed, and gives the value of its one line. */
async function counter<T>(
  { sandbox, data }: Pick<Shop, 'sandbox' | 'data'>,
  schema: z.ZodType<T>,
  ...args: string[]
): Promise<T> {
  const { exitCode, json } = await runCounter([...args, '--json'], { data, deployment: sandbox.line.deploymentFile });
  const parsed = z.object({ ok: z.literal(true), value: schema }).safeParse(json);
  if (exitCode !== 0 || !parsed.success) {
    const failure = z.object({ error: z.object({ code: z.string() }) }).safeParse(json);
    throw new StepOff(
      `"counter ${args[0] ?? ''}" ` +
        `ended with ${exitCode}${failure.success ? ` (${failure.data.error.code})` : ' and an unexpected answer'}.`,
    );
  }
  return parsed.data.value;
}

function nameOf({ name, id }: Pick<Card, 'name' | 'id'>): string {
  return `"${name?.en ?? name?.ar ?? id}"`;
}

function spoken({ amount, currency }: z.infer<typeof money>): string {
  return `${amount} ${currency}`;
}

async function main(): Promise<void> {
  const startedAtMs = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-first-sale-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  let sandbox: Sandbox | undefined;
  try {
    const data = join(folder, 'counter');
    mkdirSync(data);
    sandbox = await Sandbox.start({ data: join(folder, 'sandbox') });
    await firstSale(sandbox, data);
    tell(`Everything went as it must, in ${((performance.now() - startedAtMs) / 1000).toFixed(1)} seconds.`);
  } catch (error) {
    process.stderr.write(`The first sale is off. ${error instanceof Error ? error.message : 'It could not be run.'}\n`);
    process.exitCode = 1;
  } finally {
    await sandbox?.stop();
  }
}

await main();
