import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { valueOf } from '../../../../../support/outcome.ts';
import { openShop } from '../../../../../support/shop.ts';

const events = z.object({ items: z.array(z.object({ kind: z.string(), body: z.record(z.string(), z.unknown()) })) });
const amounts = z.object({ items: z.array(z.object({ currency: z.string(), sale: z.string().nullable() })) });
const example = z.object({ cost: z.object({ currency: z.string() }) });

test('a cashier at a shell buys over a limit, and decides, with a manager named beside and no one else', async () => {
  const shop = await openShop();
  try {
    const pinFile = (pin: string): string => {
      const file = join(shop.folder, `pin-${pin}`);
      writeFileSync(file, pin, { mode: 0o600 });
      return file;
    };
    const pins = { Mona: '73519462', Omar: '86420975', Sara: '19283746' };
    const as = (name: keyof typeof pins) => ['--as', name, '--pin-file', pinFile(pins[name])];
    const beside = (name: keyof typeof pins, pin = pins[name]) => [
      '--approved-by',
      name,
      '--approved-pin-file',
      pinFile(pin),
    ];
    const add = (name: keyof typeof pins, role: string, ...by: readonly string[]) =>
      shop.counter(['staff', 'add', name, '--role', role, '--new-pin-file', pinFile(pins[name]), ...by]);
    const { cost } = valueOf(await shop.counter(['prices', 'example', shop.walletId, shop.cardId]), example);
    await add('Mona', 'manager');
    await add('Omar', 'cashier', ...as('Mona'));
    await add('Sara', 'auditor', ...as('Mona'));
    const set = ['limits', 'set', cost.currency, '0.001', 'none', 'none'];
    const told = async (args: readonly string[]): Promise<unknown> => (await shop.counter(args)).json;
    expect(await told([...set, ...as('Omar')])).toMatchObject({ error: { code: 'role_required' } });
    expect(await told([...set, ...as('Sara')])).toMatchObject({ error: { code: 'role_required' } });
    expect(valueOf(await shop.counter([...set, ...as('Mona')]), amounts).items).toMatchObject([
      { currency: cost.currency, sale: '0.001' },
    ]);
    expect(await told(['limits', 'set', cost.currency, '0', 'none', 'none', ...as('Mona')])).toMatchObject({
      error: { code: 'input_invalid', field: 'sale' },
    });
    valueOf(await shop.counter(['limits', 'list', ...as('Sara')]), amounts);

    // Whether a cost is the one that they name is not for a cashier to find out by trying.
    for (const [by, error] of [
      [as('Omar'), { code: 'role_required', field: 'expect-unit-price' }],
      [as('Mona'), { code: 'price_changed', field: 'expect-unit-price' }],
    ] as const)
      expect(await told([...shop.buy(randomUUID(), 1), '--expect-unit-price', '0.001', ...by])).toMatchObject({
        error,
      });
    const charged = z.object({ items: z.array(z.looseObject({ id: z.string() })) });
    const listed = async (...by: readonly string[]) =>
      valueOf(await shop.counter(['catalogue', shop.walletId, ...by]), charged).items.find(
        ({ id }) => id === shop.cardId,
      );
    expect(await listed()).toMatchObject({ charge: { price: { currency: cost.currency } } });
    expect(await listed(...as('Omar'))).not.toHaveProperty('unitPrice');
    expect(await listed(...as('Sara'))).toMatchObject({
      unitPrice: cost,
      charge: { price: {}, source: 'personalPrice' },
    });

    const operationId = randomUUID();
    const buy = [...shop.buy(operationId, 1), ...as('Omar')];
    const refused = await shop.counter(buy);
    expect(refused).toMatchObject({ exitCode: 2, json: { error: { code: 'limit_exceeded' } } });
    expect(refused.stderr).toContain('saleLimit');
    for (const [by, error] of [
      [beside('Omar'), { code: 'role_required', field: 'approved-by' }],
      [beside('Sara'), { code: 'role_required', field: 'approved-by' }],
      [beside('Mona', '11112222'), { code: 'pin_wrong', field: 'approved-pin-file' }],
      [['--approved-by', 'Ali'], { code: 'person_unknown', field: 'approved-by' }],
    ] as const)
      expect(await told([...buy, ...by])).toMatchObject({ error });
    expect(await shop.counter([...buy, ...beside('Mona')])).toMatchObject({ exitCode: 0 });
    expect(await told([...shop.buy(randomUUID(), 1), ...as('Mona'), ...beside('Mona')])).toMatchObject({
      error: { code: 'input_invalid', field: 'approved-by' },
    });
    expect(await told(['orders', ...beside('Mona')])).toMatchObject({ error: { field: 'approved-by' } });

    const decide = ['decide', randomUUID(), 'accept-not-bought'];
    expect(await told([...decide, ...as('Omar')])).toMatchObject({ error: { code: 'approval_required' } });
    expect(await told([...decide, ...as('Sara')])).toMatchObject({ error: { code: 'role_required' } });
    expect(await told([...decide, ...as('Omar'), ...beside('Mona')])).toMatchObject({
      error: { code: 'operation_unknown' },
    });

    await shop.counter(['hand-over', operationId, ...as('Omar')]);
    const { items } = valueOf(await shop.counter(['journal', 'events', '--all']), events);
    const intended = items.find(({ kind }) => kind === 'order-intended')?.body;
    expect(intended).toMatchObject({ approvedFor: ['saleLimit'] });
    expect(intended?.['approvedBy']).not.toBe(intended?.['by']);
    expect(JSON.stringify(items)).not.toMatch(new RegExp(Object.values(pins).join('|')));
  } finally {
    await shop.close();
  }
});
