import { describe, expect, test } from 'vitest';
import { ours } from './cross-check/ours.ts';
import type { Party } from './cross-check/party.ts';
import { crossCheck } from './cross-check/run.ts';
import { tablesOf } from './print.ts';
import { crossCheckFaults, proveConformance, suiteFaults, suites } from './prove.ts';

test.each(suites)('$name', ({ name, cases }) => {
  expect(suiteFaults([{ name, cases: cases() }])).toEqual([]);
});

test('every message that the libraries and we see differently is explained, and every explanation is needed', async () => {
  const proof = await proveConformance({ seed: 1, messages: 1_000 });
  expect(proof.faults).toEqual([]);
  expect(proof.crossCheck.directions.map(({ messages }) => messages)).toEqual([1_000, 1_000, 1_000, 1_000]);
  expect(Math.min(...proof.crossCheck.directions.map(({ verified }) => verified))).toBeGreaterThan(400);
  expect(tablesOf(proof, 'markdown')).toContain('http-message-signatures');
});

test('a case that fails, a suite without cases and an explanation without a use are faults', () => {
  expect(
    suiteFaults([
      {
        name: 'a',
        cases: [
          { name: 'one', fault: null },
          { name: 'two', fault: 'gives 1' },
        ],
      },
      { name: 'b', cases: [] },
    ]),
  ).toEqual(['a: two: gives 1', 'b: no cases']);
});

describe('another implementation in our place disagrees without an explanation', () => {
  const verifyAnything: Party = { ...ours, verify: () => Promise.resolve(true) };
  const verifyNothing: Party = { ...ours, verify: () => Promise.resolve(false) };
  const forgetTheQuery: Party = {
    ...ours,
    sign: (draft) =>
      ours.sign({ ...draft, exchange: { ...draft.exchange, address: draft.exchange.address.replace(/\?[^#]*/, '') } }),
  };
  const requireNothing: Party = {
    ...ours,
    verify: (received, asked) => ours.verify(received, { ...asked, required: [] }),
  };
  const joinLinesWithoutSpace: Party = {
    ...ours,
    sign: (draft) =>
      ours.sign({
        ...draft,
        exchange: {
          ...draft.exchange,
          headers: draft.exchange.headers.map(([name, value]) => [name, value.trim().replaceAll(', ', ',')]),
        },
      }),
  };

  test.each(Object.entries({ verifyAnything, verifyNothing, forgetTheQuery, requireNothing, joinLinesWithoutSpace }))(
    '%s',
    async (_, inOurPlace) => {
      const { directions } = await crossCheck({ seed: 1, messages: 150, inOurPlace });
      expect(directions.flatMap(({ unexplained }) => unexplained).length).toBeGreaterThan(0);
    },
  );

  test('and what is never needed is named', async () => {
    expect(crossCheckFaults(await crossCheck({ seed: 1, messages: 0 }))).toContain(
      'never seen: http-message-sig: fragment',
    );
  });
});
