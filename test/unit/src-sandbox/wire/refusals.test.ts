import { expect, it } from 'vitest';
import { refusalTable } from '../../../../src-main/orders/machine/refusal-table.ts';
import { refusalStatuses } from '../../../../src-sandbox/wire/refusals.ts';
import { refusalCodes } from '../../../../src-shared/contract/codes.ts';

it('the service refuses with the codes that the counter knows', () => {
  expect(Object.keys(refusalStatuses).toSorted()).toEqual([...refusalCodes].toSorted());
});

it.each(refusalTable.flatMap(({ codes }) => codes))('the counter expects the status of %s', (code) => {
  const statuses = refusalTable.filter(({ codes }) => codes.includes(code)).map(({ status }) => status);
  expect(statuses.some((status) => status === null || status.includes(refusalStatuses[code]))).toBe(true);
});
