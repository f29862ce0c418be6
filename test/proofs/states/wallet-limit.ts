import type { Books } from './books.ts';
import type { AnswerClass } from './classes.ts';
import type { Space } from './explore.ts';
import { movesFrom, type Classes } from './moves.ts';
import { operationId, otherCardId, otherOperationId } from './names.ts';
import { classes } from './one-order.ts';
import { ofOne, ofOther, pairKey, pairLeft, placed, violationIn, type Pair, type PairMove } from './pair.ts';
import type { OrderCall } from './under-proof.ts';
import { intentAt, startMs, type Left, type World } from './world.ts';

const left: Left = { posts: 1, reads: 1, delays: 0, upsets: 0, deeds: 1 };

/** Two orders of one wallet, which has room for one: they meet where the other is sold or open, and this is refused. */
export function walletLimit(): Space<Pair> {
  const one = placed(intentAt(startMs), operationId, left);
  const other = placed(intentAt(startMs, otherOperationId, otherCardId), otherOperationId, left);
  return {
    starts: [{ name: 'walletLimit', world: { one, other } }],
    movesFrom: limitedMoves,
    keyOf: pairKey,
    leftOf: pairLeft,
    violationOf: violationIn,
  };
}

function limitedMoves(pair: Pair): readonly PairMove[] {
  const { one, other } = pair;
  const [first, second] = [movesBeside(one, other.books), movesBeside(other, one.books)];
  const isTimely = first.some(({ step }) => step.kind === 'time');
  return [
    ...first.map(({ step, world }) => ofOne(pair, step, world)),
    ...second
      .filter(({ step }) => !isTimely || step.kind !== 'time')
      .map(({ step, world }) => ofOther(pair, step, world)),
  ];
}

/** Where the other has taken the room, the service refuses for it; where it has not, it does not say so. */
function movesBeside(world: World, { holds }: Books): ReturnType<typeof movesFrom> {
  const isFull = holds !== 'nothing' && holds !== 'failed';
  return movesFrom(world, isFull ? whereFull : whereRoom).filter(
    (move) => !isFull || move.world.books.timesTaken === world.books.timesTaken,
  );
}

const limitCode = '409 owner_limit_exceeded';
const whereRoom: Classes = {
  createPartnerOrder: among('createPartnerOrder', [
    'not verified: signature_missing',
    'completed, with codes',
    'failed',
    'processing',
    '500 internal_error',
  ]),
  getPartnerOrder: among('getPartnerOrder', ['completed', 'failed', 'processing', '404 resource_not_found']),
};
const whereFull: Classes = {
  createPartnerOrder: [...whereRoom.createPartnerOrder, ...among('createPartnerOrder', [limitCode])],
  getPartnerOrder: whereRoom.getPartnerOrder,
};

/** The classes that these answers are of, each by the name of that answer. */
function among(call: OrderCall, names: readonly string[]): readonly AnswerClass[] {
  return names.flatMap((name) =>
    classes[call].filter(({ members }) => members.includes(name)).map((each) => ({ ...each, name })),
  );
}
