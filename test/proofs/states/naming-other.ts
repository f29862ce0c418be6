import { afterPost, afterRead } from './books.ts';
import type { Space } from './explore.ts';
import { recorded, sealed, verdictOn } from './machine.ts';
import { movesFrom, type Classes } from './moves.ts';
import { cardId, invoiceId, operationId, otherCardId, otherOperationId, soldCardId } from './names.ts';
import { classes } from './one-order.ts';
import { ofOne, ofOther, pairKey, pairLeft, placed, violationIn, type Pair, type PairMove } from './pair.ts';
import type { AnsweredOrder, VerifiedAnswer } from './under-proof.ts';
import { intentAt, startMs, type Left, type Received } from './world.ts';

const left: Left = { posts: 1, reads: 1, delays: 0, upsets: 0, deeds: 0 };

/** Two orders for two cards. They meet where the answer to the one names the other: it gets no other answer. */
export function namingOther(): Space<Pair> {
  const one = placed(intentAt(startMs, otherOperationId, otherCardId), otherOperationId, left);
  const other = placed(intentAt(startMs), operationId, left);
  return {
    starts: [{ name: 'namingOther', world: { one, other } }],
    movesFrom: (pair) => [
      ...movesFrom(pair.other, classes).map(({ step, world }) => ofOther(pair, step, world)),
      ...movesFrom(pair.one, noAnswers)
        .filter(({ step }) => step.kind !== 'time')
        .map(({ step, world }) => ofOne(pair, step, world)),
      ...answersNamingOther(pair),
    ],
    keyOf: pairKey,
    leftOf: pairLeft,
    violationOf: violationIn,
  };
}

const noAnswers: Classes = { createPartnerOrder: [], getPartnerOrder: [] };

/** What is said of the other is true, and its codes may be in it. */
function answersNamingOther({ one, other }: Pair): readonly PairMove[] {
  const attempt = one.order.attempts.find((each) => each.attempt === one.underWay);
  if (attempt === undefined) return [];
  const { call } = attempt;
  return tellings.flatMap(({ name, says, order }) => {
    const hasCodes = order.soldCardIds.length > 0;
    const books = hasCodes ? afterPost(other.books, says, true) : afterRead(other.books, says, other.serviceMs);
    if (books === null || (hasCodes && call === 'getPartnerOrder')) return [];
    const answer: VerifiedAnswer = { ...naming, createdAtSeconds: Math.floor(one.serviceMs / 1000), order };
    const received: Received = {
      attempt: attempt.attempt,
      call,
      answer,
      says,
      hasCodes: false,
      signedMs: one.serviceMs,
    };
    const kept = sealed({ ...one, underWay: null }, received);
    const events = verdictOn(kept, received, false, other.order.intent)?.events ?? [];
    const reported = { ...other, books: { ...books, isReported: true } };
    const codesIn = hasCodes ? [...reported.codesIn, attempt.attempt] : reported.codesIn;
    return [
      {
        step: { kind: 'answered', answer: `the other order: ${name}`, isTaken: false, until: 'over', known: null },
        world: { one: recorded(kept, events), other: recorded({ ...reported, codesIn }, events) },
      },
    ];
  });
}

const otherOrder: AnsweredOrder = {
  operationId,
  status: 'completed',
  cardId,
  quantity: 1,
  invoiceId,
  soldCardIds: [],
  oddFields: [],
};

const tellings: readonly {
  readonly name: string;
  readonly says: 'sold' | 'soldOther' | 'open' | 'failed';
  readonly order: AnsweredOrder;
}[] = [
  { name: 'completed', says: 'sold', order: otherOrder },
  { name: 'completed, with codes', says: 'sold', order: { ...otherOrder, soldCardIds: [soldCardId] } },
  { name: 'completed, another card', says: 'soldOther', order: { ...otherOrder, cardId: otherCardId } },
  { name: 'processing', says: 'open', order: { ...otherOrder, status: 'processing' } },
  { name: 'failed', says: 'failed', order: { ...otherOrder, status: 'failed' } },
];

const naming: VerifiedAnswer = {
  kind: 'verified',
  status: 200,
  createdAtSeconds: 0,
  requestId: null,
  isBound: true,
  isBoundToPath: true,
  isReplay: false,
  retryAfterMs: null,
  problemCode: null,
  named: operationId,
  order: null,
  usedBy: null,
};
