import { describe, expect, it } from 'vitest';
import { readQuantityLimits } from '../../../../../src-main/partner-api/operations/quantity-limits.ts';

describe('the limits in a refusal', () => {
  it.each<readonly [string, unknown, unknown]>([
    ['a pointer', [{ pointer: '/quantity', minimum: 5, maximum: 50 }], { minimum: 5, maximum: 50 }],
    ['a pointer in a fragment', [{ pointer: '#/quantity', minimum: 2 }], { minimum: 2 }],
    [
      'a field and short names',
      [
        { field: 'quantity', min: 2 },
        { field: 'quantity', max: 9 },
      ],
      { minimum: 2, maximum: 9 },
    ],
    ['another field', [{ pointer: '/cardId', maximum: 3 }], null],
    ['a text alone', [{ pointer: '/quantity', message: 'at most 3' }], null],
    ['a number as text', [{ pointer: '/quantity', maximum: '3' }], null],
    ['a fraction, nothing or less', [{ pointer: '/quantity', maximum: 2.5, minimum: 0 }], null],
    ['a contradiction', [{ pointer: '/quantity', minimum: 9, maximum: 2 }], null],
    ['no list', 'quantity', null],
    ['odd members', [null, 7, { pointer: 7, maximum: 3 }], null],
  ])('are read from %s', (_name, errors, limits) => {
    expect(readQuantityLimits({ code: 'validation_failed', errors })).toEqual(limits);
  });

  it('are none where there is no body of errors', () => {
    for (const body of [null, [], 'x', {}]) expect(readQuantityLimits(body)).toBeNull();
  });

  it('may be the least or the greatest alone', () => {
    expect(readQuantityLimits({ errors: [{ field: 'quantity', minimum: 3 }] })).toStrictEqual({ minimum: 3 });
    expect(readQuantityLimits({ errors: [{ field: 'quantity', maximum: 3 }] })).toStrictEqual({ maximum: 3 });
  });

  it('are read from one to a million', () => {
    const maximum = (limit: number): unknown => readQuantityLimits({ errors: [{ field: 'quantity', maximum: limit }] });
    expect([1, 1_000_000, 1_000_001, 0].map(maximum)).toEqual([{ maximum: 1 }, { maximum: 1_000_000 }, null, null]);
    expect(readQuantityLimits({ errors: [{ field: 'quantity', minimum: 3, maximum: 3 }] })).toEqual({
      minimum: 3,
      maximum: 3,
    });
  });
});
