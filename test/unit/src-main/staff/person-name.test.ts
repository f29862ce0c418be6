import { describe, expect, it } from 'vitest';
import { err } from '../../../../src-main/core/result.ts';
import { staffView } from '../../../../src-shared/contract/staff.ts';
import { value } from '../orders/till.ts';
import { StaffShop } from './staff-shop.ts';

const refused = (detail?: string) =>
  err({ code: 'input_invalid', field: 'name', ...(detail === undefined ? {} : { detail }) });

describe('a name, wherever it was typed', () => {
  it.each([
    ['too long for the screens', 'M'.repeat(61), 'at_most_60'],
    ['nothing but what nobody sees', '\u200b\u200d\u2060', undefined],
    ['with what a terminal obeys', 'Mona\u001b[31m', undefined],
    ['with half a letter', 'Mona\ud800', undefined],
  ])('is refused where it is %s', async (_what, name, detail) => {
    const shop = await StaffShop.open();
    expect(await shop.staff.add({ name, role: 'manager', pin: '24680' })).toEqual(refused(detail));
    const mona = await shop.add('Mona', 'manager', '24680');
    expect(shop.staff.rename(mona, name)).toEqual(refused(detail));
  });

  it('is kept without marks that nobody sees, and is taken by one that looks the same', async () => {
    const shop = await StaffShop.open();
    await shop.add('\u202aMona\u202c ', 'manager', '24680');
    expect(shop.staff.people().map(({ name }) => name)).toEqual(['Mona']);
    for (const name of ['Mo\u200bna', 'mo\u200dna', '\ufeffMona', 'Mo\u00adna', 'M\u2066ona'])
      expect(await shop.staff.add({ name, role: 'cashier', pin: '4321' })).toEqual(
        err({ code: 'name_taken', field: 'name' }),
      );
  });

  it.each([
    ['José', 'Jose\u200b\u0301'],
    ['José', 'Jose\u200c\u0301'],
    ['آمنة', 'ا\u200b\u0653منة'],
    ['Mona', 'Mona\ufe0f'],
    ['Mona', 'Mo\u180bna'],
    // Letters of older character sets, as a pasted name may have them.
    ['منى', '\ufee3\ufee8\ufef0'],
    ['Mona', '\uff2d\uff4fna'],
    ['Sofia', 'So\ufb01a'],
    ['محمد', 'مح\u0640\u0640مد'],
    ['Mona', 'Mona\u2800'],
  ])('%s is taken where it looks the same', async (name, alike) => {
    const shop = await StaffShop.open();
    await shop.add(name, 'manager', '24680');
    expect(await shop.staff.add({ name: alike, role: 'cashier', pin: '4321' })).toEqual(
      err({ code: 'name_taken', field: 'name' }),
    );
  });

  it('keeps the signs of Arabic that can be seen', async () => {
    const shop = await StaffShop.open();
    expect(value(await shop.staff.add({ name: 'منى \u06dd', role: 'manager', pin: '24680' })).name).toBe('منى \u06dd');
  });

  it('can be as long as the screens take, with the joiners of its script', async () => {
    const shop = await StaffShop.open();
    await shop.add('M'.repeat(60), 'manager', '24680');
    const name = value(await shop.staff.add({ name: 'علی\u200cرضا', role: 'cashier', pin: '4321' })).name;
    expect(name).toBe('علی\u200cرضا');
    const people = shop.staff.people().map(({ id, name: each, role }) => ({ id, name: each, role }));
    expect(staffView.shape.people.safeParse(people).success).toBe(true);
  });
});
