import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { Till, value } from '../till.ts';

function found(till: Till, find: string): readonly OperationId[] {
  return value(till.counter.localRecords.records.page({ show: 'all', limit: 50, find })).operationIds;
}

describe('a whole number that is typed', () => {
  it('means that order alone, however it is typed, though the reference of another names it too', async () => {
    const till = await Till.open();
    const meant = till.place();
    const naming = till.place({ quantity: 3, externalReference: `instead of ${meant}` });
    for (const find of [meant, meant.toUpperCase(), `  ${meant} `]) expect(found(till, find)).toEqual([meant]);
    // A part of it is a word like others.
    expect(found(till, meant.slice(0, 18))).toEqual([naming, meant]);
  });

  it('means that sale alone where it is a short one, though the reference of another names it too', async () => {
    const till = await Till.open();
    const meant = till.place();
    const { saleNumber = '' } = till.facts(meant).intent;
    const naming = till.place({ quantity: 3, externalReference: `after ${saleNumber}` });
    expect(found(till, saleNumber)).toEqual([meant]);
    expect(found(till, `after ${saleNumber}`)).toEqual([naming]);
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
