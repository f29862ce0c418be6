import { describe, expect, test, vi } from 'vitest';
import { sha256Base64url } from '../../../../src-main/core/hash.ts';
import { base64url, genesisHash, hashOf } from '../../../../src-main/journal/chain.ts';
import { salvaged } from '../../../../src-main/journal/gaps.ts';
import { canonicalJson, type JsonObject } from '../../../../src-main/journal/json.ts';
import type { LiftedEvent } from '../../../../src-main/journal/lift.ts';
import { isWholeRecord, recordOf } from '../../../../src-main/journal/lifted-record.ts';
import type { PageView } from '../../../../src-main/sqlite/pages.ts';
import { pagesWith, piecesIn, type Values } from './lifting-fixture.ts';

type Blobs = Readonly<Record<string, readonly Uint8Array[]>>;

/** Events that join on to `after`, or begin a chain. */
function chain(
  kinds: readonly (string | readonly [string, JsonObject])[],
  after: LiftedEvent | null = null,
): readonly LiftedEvent[] {
  const events: LiftedEvent[] = [];
  for (const one of kinds) {
    const last = events.at(-1) ?? after;
    const [kind, body] = typeof one === 'string' ? [one, {}] : one;
    const link = {
      seq: (last?.seq ?? 0) + 1,
      atMs: 7,
      subject: 's',
      kind,
      body: canonicalJson(body),
      previousHash: last?.hash ?? genesisHash,
    };
    events.push({ ...link, hash: hashOf(link) });
  }
  return events;
}

/** A file that holds them, in this sequence. */
function pieces(events: readonly LiftedEvent[], blobs: Blobs = {}): readonly PageView[] {
  const links = events.map(({ seq, atMs, subject, kind, body, previousHash, hash }): readonly [number, Values] => [
    seq,
    [null, BigInt(atMs), subject, kind, body, previousHash, hash],
  ]);
  const sealed = Object.entries(blobs).flatMap(([id, all]) =>
    all.map((bytes): readonly [number, Values] => [1, [id, bytes]]),
  );
  return [pagesWith([...links, ...sealed])];
}

const headOf = (event: LiftedEvent | undefined) => ({
  seq: event?.seq ?? 0,
  hash: base64url(event?.hash ?? genesisHash),
});

function lifted(
  own: readonly PageView[],
  backups: readonly (readonly PageView[])[] = [],
  checkpoint: ReturnType<typeof headOf> | null = null,
) {
  const found = piecesIn(own);
  const record = recordOf(found, () => backups.forEach((views) => found.add(views)), checkpoint);
  const answers = [...record.answers()];
  return {
    ...record,
    kinds: [...record.events()].map(({ kind }) => kind),
    answers: new Map(answers.map(({ id, ciphertext }) => [id, ciphertext])),
    keys: new Map(answers.flatMap(({ id, wrappedKey }) => (wrappedKey === null ? [] : [[id, wrappedKey] as const]))),
  };
}

type Lifted = ReturnType<typeof lifted>;
const kindsOf = ({ kinds }: Lifted): readonly string[] => kinds;
const gapsOf = ({ gaps }: Lifted): readonly (readonly [number, number])[] =>
  gaps.map(({ after, before }) => [after.seq, before.seq]);

const answer = Uint8Array.from({ length: 200 }, (_, index) => index);
const key = Uint8Array.from({ length: 61 }, (_, index) => index);
const naming = (id: string, bytes: Uint8Array): readonly [string, JsonObject] => [
  'judged',
  { sealed: { id, sha256: sha256Base64url(bytes) } },
];

describe('a chain', () => {
  const whole = chain(['a', 'b', 'c', 'd']);

  test('that is whole has no gap, in whatever order its events lie, and no backup is asked', () => {
    const asked = vi.fn();
    const record = recordOf(piecesIn(pieces([...whole].reverse())), asked, headOf(whole[3]));
    const kinds = [...record.events()].map(({ kind }) => kind);
    expect([kinds, record.gaps, isWholeRecord(record)]).toEqual([['a', 'b', 'c', 'd'], [], true]);
    expect(asked).not.toHaveBeenCalled();
  });

  test('without any event is no whole record', () => {
    expect(isWholeRecord(lifted(pieces([])))).toBe(false);
  });

  test('with any one loss is no whole record, and none with any two', () => {
    const record = lifted(pieces(whole));
    const gap = { after: headOf(whole[0]), before: headOf(whole[2]) };
    const lost = [{ gaps: [gap] }, { lostAnswers: ['one'] }, { lostKeys: ['two'] }];
    for (const one of lost)
      for (const other of lost) expect(isWholeRecord({ ...record, ...one, ...other })).toBe(false);
  });

  test.each([
    [[1, 2, 3], [[0, 2]]],
    [[0, 2, 3], [[1, 3]]],
    [[0, 3], [[1, 4]]],
    [[0, 1, 2], [[3, 5]]],
    [
      [0, 2],
      [
        [1, 3],
        [3, 5],
      ],
    ],
  ] as const)('of which the events %j are left names the edges %j', (left, edges) => {
    const record = lifted(pieces(left.flatMap((at) => whole[at] ?? [])), [], headOf(whole[3]));
    expect([gapsOf(record), isWholeRecord(record)]).toEqual([edges, false]);
  });

  test('names each edge by the hash that it joins on', () => {
    const record = lifted(pieces([whole[0], whole[2], whole[3]].flatMap((event) => event ?? [])));
    expect(record.gaps).toEqual([
      { after: headOf(whole[0]), before: { seq: 3, hash: base64url(whole[1]?.hash ?? genesisHash) } },
    ]);
  });

  test('has a gap between neighbours that do not join, and where a number is passed over', () => {
    expect(gapsOf(lifted(pieces([...chain(['other']), ...whole.slice(1)])))).toEqual([[1, 2]]);
    for (const first of whole.slice(0, 1))
      expect(gapsOf(lifted(pieces([first, ...chain(['later'], { ...first, seq: 2 })])))).toEqual([[1, 3]]);
  });

  test('is cut off where the checkpoint was further, or saw another event', () => {
    expect(gapsOf(lifted(pieces(whole), [], { seq: 9, hash: 'nine' }))).toEqual([[4, 10]]);
    expect(gapsOf(lifted(pieces(whole), [], { seq: 4, hash: 'another' }))).toEqual([[4, 5]]);
    expect(gapsOf(lifted(pieces(whole), [], { ...headOf(whole[3]), seq: 9 }))).toEqual([[4, 10]]);
    expect(gapsOf(lifted(pieces(whole), [], { seq: 0, hash: 'nothing' }))).toEqual([]);
    expect(gapsOf(lifted(pieces(whole), [], headOf(whole[2])))).toEqual([]);
  });

  test('goes on by the event that joins, where two states of the file have another one', () => {
    const other = chain(['b of another log', 'c of another log'], whole[0]);
    for (const order of [
      [...whole, ...other],
      [...other, ...whole],
    ]) {
      const joined = kindsOf(lifted(pieces(order)));
      expect(
        [
          ['a', 'b', 'c', 'd'],
          ['a', 'b of another log', 'c of another log'],
        ].some((one) => one.every((kind, at) => joined[at] === kind)),
      ).toBe(true);
    }
    for (const end of whole.slice(3))
      for (const seq of [0, 1, 2, 3]) {
        const stray = chain(['stray'], { ...end, seq });
        for (const order of [
          [...stray, ...whole],
          [...whole, ...stray],
        ])
          expect(kindsOf(lifted(pieces(order)))).toEqual(['a', 'b', 'c', 'd']);
      }
  });

  test('is filled from backups backwards, by the hashes that it names itself', () => {
    const left = pieces([whole[3]].flatMap((event) => event ?? []));
    expect(kindsOf(lifted(left, [pieces(whole.slice(0, 2)), pieces(whole.slice(1, 3))]))).toEqual(['a', 'b', 'c', 'd']);
    expect(kindsOf(lifted(left, [pieces(chain(['other', 'other', 'other']))]))).toEqual(['d']);
    // The one in the middle is nowhere: what is before it hangs in the air, and is not taken.
    expect(kindsOf(lifted(left, [pieces([whole[0], whole[2]].flatMap((event) => event ?? []))]))).toEqual(['c', 'd']);
  });

  test('is filled up to the checkpoint', () => {
    const record = lifted(pieces(whole.slice(0, 2)), [pieces(whole)], headOf(whole[3]));
    expect([kindsOf(record), isWholeRecord(record)]).toEqual([['a', 'b', 'c', 'd'], true]);
  });

  test('leaves out what an earlier salvage said is lost', () => {
    const gap = { after: headOf(whole[0]), before: { seq: 3, hash: base64url(whole[1]?.hash ?? genesisHash) } };
    const later = chain(
      [['journal-salvaged', salvaged({ gaps: [gap], missing: [], answers: [], keys: [] }).body]],
      whole[3],
    );
    const record = lifted(pieces([whole[0], whole[2], whole[3], ...later].flatMap((event) => event ?? [])));
    expect([gapsOf(record), isWholeRecord(record)]).toEqual([[], true]);
    const further = lifted(pieces([whole[0], whole[3], ...later].flatMap((event) => event ?? [])));
    expect(gapsOf(further)).toEqual([[1, 4]]);
  });
});

describe('sealed answers', () => {
  test('are there with the key that was filed under their id', () => {
    const record = lifted(pieces(chain([naming('one', answer)]), { one: [key, answer] }));
    expect([record.answers.get('one'), record.keys.get('one'), isWholeRecord(record)]).toEqual([answer, key, true]);
  });

  test('are lost where nothing has the bytes that an event names, and so are their keys', () => {
    const events = chain([naming('one', answer)]);
    for (const blobs of [{}, { one: [key] }, { one: [Uint8Array.of(1), key] }, { two: [answer, key] }]) {
      const record = lifted(pieces(events, blobs));
      expect([record.lostAnswers, record.lostKeys, record.answers.has('one'), isWholeRecord(record)]).toEqual([
        ['one'],
        [],
        false,
        false,
      ]);
    }
    const keyless = lifted(pieces(events, { one: [answer] }));
    expect([keyless.lostAnswers, keyless.lostKeys, keyless.answers.has('one'), isWholeRecord(keyless)]).toEqual([
      [],
      ['one'],
      true,
      false,
    ]);
  });

  test('are taken from a backup where the file has lost them', () => {
    const events = chain([naming('one', answer)]);
    const record = lifted(pieces(events), [pieces([], { one: [answer, key] })]);
    expect([record.answers.get('one'), record.keys.get('one'), isWholeRecord(record)]).toEqual([answer, key, true]);
    const half = lifted(pieces(events, { one: [answer] }), [pieces([], { one: [key] })]);
    expect([half.answers.get('one'), half.keys.get('one')]).toEqual([answer, key]);
    const nowhere = lifted(pieces(events, { one: [answer] }), [pieces([])]);
    expect([nowhere.keys.has('one'), nowhere.lostKeys]).toEqual([false, ['one']]);
  });

  test('whose key was destroyed on purpose have lost nothing, and get no key back', () => {
    const events = chain([naming('one', answer), ['codes-purged', { sealedIds: ['one', 7] }]]);
    const record = lifted(pieces(events, { one: [answer, key] }));
    expect([record.answers.get('one'), record.keys.has('one'), record.lostKeys, isWholeRecord(record)]).toEqual([
      answer,
      false,
      [],
      true,
    ]);
    expect(isWholeRecord(lifted(pieces(events, { one: [answer] })))).toBe(true);
    // Only such an event says so.
    const other = lifted(
      pieces(chain([naming('one', answer), ['something', { sealedIds: ['one'] }]]), { one: [answer] }),
    );
    expect(other.lostKeys).toEqual(['one']);
  });

  test('take the bytes that have the length of a key for it, and else the only others', () => {
    const events = chain([naming('one', answer)]);
    expect(lifted(pieces(events, { one: [Uint8Array.of(1, 2), answer, key] })).keys.get('one')).toEqual(key);
    expect(lifted(pieces(events, { one: [Uint8Array.of(1, 2), answer] })).keys.get('one')).toEqual(Uint8Array.of(1, 2));
  });

  test('that no event names any more are kept, where they have a key', () => {
    const record = lifted(pieces(chain(['a']), { left: [key, answer], keyless: [answer], alone: [key] }));
    expect([[...record.answers.keys()], [...record.keys.keys()]]).toEqual([['left'], ['left']]);
    expect([record.answers.get('left'), record.keys.get('left')]).toEqual([answer, key]);
  });

  test('that an earlier salvage said are lost are no news', () => {
    const recordOf = (losses: { readonly answers?: readonly string[]; readonly keys?: readonly string[] }) =>
      chain([
        naming('one', answer),
        ['journal-salvaged', salvaged({ gaps: [], missing: [], answers: [], keys: [], ...losses }).body],
      ]);
    expect(isWholeRecord(lifted(pieces(recordOf({ answers: ['one'] }))))).toBe(true);
    expect(isWholeRecord(lifted(pieces(recordOf({ keys: ['one'] }), { one: [answer] })))).toBe(true);
    expect(isWholeRecord(lifted(pieces(recordOf({ keys: ['one'] }))))).toBe(false);
    expect(isWholeRecord(lifted(pieces(recordOf({ answers: ['two'] }))))).toBe(false);
    // Only such an event says so.
    expect(isWholeRecord(lifted(pieces(chain([naming('one', answer), ['something', { answers: ['one'] }]]))))).toBe(
      false,
    );
  });
});
