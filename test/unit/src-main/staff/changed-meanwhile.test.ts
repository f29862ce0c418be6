import { expect, it } from 'vitest';
import { err } from '../../../../src-main/core/result.ts';
import { value } from '../orders/till.ts';
import { StaffShop } from './staff-shop.ts';

it('the PIN of somebody who is removed while it is tried opens nothing', async () => {
  const shop = await StaffShop.open();
  await shop.add('Mona', 'manager', '24680');
  const omar = await shop.add('Omar', 'cashier', '4321');
  const trying = shop.staff.signIn(omar, '4321');
  await Promise.resolve();
  value(shop.staff.remove(omar));
  expect(await trying).toEqual(err({ code: 'person_unknown' }));
  expect(shop.journal.events({ subject: omar, kind: 'staff-signed-in' })).toEqual([]);
});

it('who is no manager any more approves nothing, also with a PIN that was given before', async () => {
  const shop = await StaffShop.open();
  const mona = await shop.add('Mona', 'manager', '24680');
  await shop.add('Sara', 'manager', '1357');
  const trying = shop.staff.approve(mona, '24680');
  await Promise.resolve();
  value(shop.staff.changeRole(mona, 'cashier'));
  expect(await trying).toEqual(err({ code: 'role_required', detail: 'manager' }));
  expect(shop.journal.events({ subject: mona, kind: 'staff-approved' })).toEqual([]);
});

it('a name that somebody took while a PIN was made is taken', async () => {
  const shop = await StaffShop.open();
  const mona = await shop.add('Mona', 'manager', '24680');
  const adding = shop.staff.add({ name: 'Omar', role: 'cashier', pin: '4321' });
  await Promise.resolve();
  value(shop.staff.rename(mona, 'omar'));
  expect(await adding).toEqual(err({ code: 'name_taken', field: 'name' }));
  expect(shop.staff.people()).toHaveLength(1);
});
