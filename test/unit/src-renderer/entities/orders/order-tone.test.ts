import { describe, expect, it } from 'vitest';
import { toneOf } from '../../../../../src-renderer/entities/orders/order-tone.ts';
import { finalStates, orderStates } from '../../../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../../../src-shared/contract/schemas.ts';
import { order } from '../../../../ui/renderer/double-data.ts';

const codesStates = ['none', 'sealed', 'toReveal', 'handedOver'] as const satisfies readonly OrderView['codesState'][];
const table = orderStates.flatMap((state) =>
  codesStates.map((codesState) => ({ state, codesState, tone: toneOf(order(1, { state, codesState })) })),
);

describe('the colour of an order', () => {
  it('is green only where it is bought and no codes wait', () => {
    expect(table.filter(({ tone }) => tone === 'good').map(({ state, codesState }) => [state, codesState])).toEqual([
      ['completed', 'none'],
      ['completed', 'handedOver'],
    ]);
  });

  it('stands out for codes that wait, and calls for a person only where one has to act', () => {
    expect(table.filter(({ tone }) => tone === 'accent').map(({ state, codesState }) => [state, codesState])).toEqual([
      ['completed', 'sealed'],
      ['completed', 'toReveal'],
    ]);
    expect([...new Set(table.filter(({ tone }) => tone === 'bad').map(({ state }) => state))]).toEqual([
      'blocked',
      'attention',
    ]);
  });

  it('is not that of what the service said where only a person did', () => {
    const decided = [
      { state: 'completed', decided: 'accept-as-bought' },
      { state: 'notBought', decided: 'accept-not-bought' },
    ] as const;
    expect(decided.map((part) => toneOf(order(1, part)))).toEqual(['neutral', 'neutral']);
    expect(toneOf(order(1, { state: 'completed', decided: 'accept-as-bought', codesState: 'sealed' }))).toBe('accent');
  });

  it('is never that of an end before the end', () => {
    expect(
      table.filter(({ state, tone }) => !finalStates.includes(state) && tone !== 'wait' && tone !== 'bad'),
    ).toEqual([]);
  });
});
