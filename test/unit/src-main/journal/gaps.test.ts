import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../../../src-main/journal/event.ts';
import { gapName, lossesIn, salvaged, type Losses } from '../../../../src-main/journal/gaps.ts';
import type { JsonObject } from '../../../../src-main/journal/json.ts';

const gap = { after: { seq: 3, hash: 'three' }, before: { seq: 6, hash: 'five' } };
const losses: Losses = {
  gaps: [gap],
  missing: [
    { operationId: 'one', what: 'intent' },
    { operationId: 'two', what: 'key' },
  ],
  answers: ['a'],
  keys: ['k', 'l'],
};
const nothing: Losses = { gaps: [], missing: [], answers: [], keys: [] };
const bodies = (...all: readonly JsonObject[]): readonly Pick<StoredEvent, 'body'>[] => all.map((body) => ({ body }));

describe('the losses of a salvage', () => {
  test('are read back from the event that records them', () => {
    const event = salvaged(losses);
    expect(event).toMatchObject({ subject: '', kind: 'journal-salvaged' });
    expect(lossesIn(bodies(event.body))).toEqual(losses);
  });

  test('add up over several salvages', () => {
    const other: Losses = { ...nothing, answers: ['b'], missing: [{ operationId: 'three', what: 'events' }] };
    expect(lossesIn(bodies(salvaged(losses).body, salvaged(other).body))).toEqual({
      ...losses,
      answers: ['a', 'b'],
      missing: [...losses.missing, ...other.missing],
    });
  });

  test('are none where a body says nothing that can be read', () => {
    const edges = { afterSeq: 3, afterHash: 'three', beforeSeq: 6, beforeHash: 'five' };
    const wrongEdges = Object.keys(edges).map((member) => ({ ...edges, [member]: null }));
    for (const body of [
      {},
      { gaps: 'none', missing: 1, answers: {}, keys: null },
      { gaps: [1, null, 'x', []], missing: [1, null, 'x'], answers: [1, null], keys: [{}] },
      { gaps: wrongEdges },
      {
        missing: [
          { operationId: 1, what: 'intent' },
          { operationId: 'one', what: 'nothing we know' },
          { operationId: 'one' },
        ],
      },
    ])
      expect(lossesIn(bodies(body))).toEqual(nothing);
  });

  test.each(['intent', 'events', 'answer', 'key'] as const)('name of an order its %s', (what) => {
    expect(lossesIn(bodies({ missing: [{ operationId: 'one', what }] })).missing).toEqual([
      { operationId: 'one', what },
    ]);
  });
});

test('gaps are told apart by each of their edges', () => {
  const others = [
    { ...gap, after: { seq: 2, hash: 'three' } },
    { ...gap, after: { seq: 3, hash: 'x' } },
    { ...gap, before: { seq: 7, hash: 'five' } },
    { ...gap, before: { seq: 6, hash: 'x' } },
  ];
  expect(new Set([gap, ...others].map(gapName)).size).toBe(5);
  expect(gapName({ ...gap })).toBe(gapName(gap));
});
