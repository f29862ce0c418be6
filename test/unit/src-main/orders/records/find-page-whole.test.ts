import { describe, expect, it } from 'vitest';
import type { OrderPage } from '../../../../../src-main/orders/records/find-page.ts';
import { Till, value } from '../till.ts';

function found(till: Till, find: string): OrderPage {
  return value(till.counter.localRecords.records.page({ show: 'all', limit: 50, find }));
}

describe('a whole number that is typed', () => {
  it('means that order alone, however it is typed, though the reference of another names it too', async () => {
    const till = await Till.open();
    const meant = till.place();
    const naming = till.place({ quantity: 3, externalReference: `instead of ${meant}` });
    for (const find of [meant, meant.toUpperCase(), `  ${meant} `])
      expect(found(till, find)).toEqual({ operationIds: [meant] });
    // A part of it is a word like others.
    expect(found(till, meant.slice(0, 18)).operationIds).toEqual([naming, meant]);
  });

  it('means that sale alone where it is a short one, though the reference of another names it too', async () => {
    const till = await Till.open();
    const meant = till.place();
    const { saleNumber = '' } = till.facts(meant).intent;
    const naming = till.place({ quantity: 3, externalReference: `after ${saleNumber}` });
    expect(found(till, saleNumber)).toEqual({ operationIds: [meant] });
    expect(found(till, `after ${saleNumber}`).operationIds).toEqual([naming]);
  });
});

describe('the next page', () => {
  it('is refused where the page before did not name it', async () => {
    const till = await Till.open();
    till.place();
    const page = till.counter.localRecords.records.page({ show: 'all', limit: 50, cursor: 'no cursor of ours' });
    expect(page).toEqual({ ok: false, error: { code: 'input_invalid', field: 'cursor' } });
  });
});
