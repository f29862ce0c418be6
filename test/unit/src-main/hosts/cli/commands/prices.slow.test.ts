import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { valueOf } from '../../../../../support/outcome.ts';
import { openShop } from '../../../../../support/shop.ts';

const money = z.object({ amount: z.string(), currency: z.string() });
const exampleSchema = z.object({ cost: money, charge: money, source: z.string(), ruleId: z.string().nullable() });

test('an example is charged by the rule of its category', async () => {
  const shop = await openShop();
  try {
    const example = async () =>
      valueOf(await shop.counter(['prices', 'example', shop.walletId, shop.cardId]), exampleSchema);
    const before = await example();
    expect(before.source).not.toBe('rule');
    const { currency } = before.cost;
    const { items } = valueOf(
      await shop.counter(['categories', shop.walletId, '--all']),
      z.object({ items: z.array(z.object({ id: z.string() })) }),
    );
    for (const { id } of items)
      await shop.counter(['prices', 'set', '--category', id, '--fixed', '999', '--currency', currency]);
    const after = await example();
    expect(after).toMatchObject({ cost: { amount: before.cost.amount, currency }, source: 'rule' });
    expect(Number(after.charge.amount)).toBe(999);
  } finally {
    await shop.close();
  }
});

test('what the shop pays is told to a manager alone, once there are people', async () => {
  const shop = await openShop();
  try {
    const operationId = randomUUID();
    const pinFile = join(shop.folder, 'pin');
    writeFileSync(pinFile, '73519462', { mode: 0o600 });
    const as = (name: string): readonly string[] => ['--as', name, '--pin-file', pinFile];
    const people = (name: string, role: string, ...by: readonly string[]) =>
      shop.counter(['staff', 'add', name, '--role', role, '--new-pin-file', pinFile, ...by]);
    const buy = shop.buy(operationId, 2);
    const commands: readonly (readonly string[])[] = [
      buy,
      ['order', operationId],
      ['orders', '--all'],
      ['order', operationId, '--remote'],
      ['catalogue', shop.walletId],
      ['journal', 'events', '--all'],
    ];
    const told = async (args: readonly string[], ...by: readonly string[]): Promise<[string, number, boolean]> => {
      const { stdout, exitCode } = await shop.counter([...args, ...by]);
      return [args[0] ?? '', exitCode, /"(?:unitPrice|personalPrice|margin)":|expectedTotal/.test(stdout)];
    };
    for (const args of commands) expect(await told(args)).toEqual([args[0], 0, true]);
    await people('Mona', 'manager');
    await people('Omar', 'cashier', ...as('Mona'));
    for (const args of commands) expect(await told(args, ...as('Mona'))).toEqual([args[0], 0, true]);
    for (const args of commands) expect(await told(args, ...as('Omar'))).toEqual([args[0], 0, false]);
    for (const args of commands.slice(1)) expect(await told(args)).toEqual([args[0], 0, false]);
  } finally {
    await shop.close();
  }
});
