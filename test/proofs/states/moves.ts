import { choicesFor } from '../../../src-main/orders/machine/choices.ts';
import type { OrderCall } from '../../../src-main/orders/machine/events.ts';
import { mayLeave, nextStep } from '../../../src-main/orders/machine/next-step.ts';
import { isFinal, keptAnswerTo, stateOf, unjudged, unverified } from '../../../src-main/orders/machine/order.ts';
import { afterPost, afterRead, isInTime, taken, unheard, type Books } from './books.ts';
import type { AnswerClass } from './classes.ts';
import { after, readOnly, judged, over, sealed, started } from './machine.ts';
import { isTakenOnAgain } from './placing.ts';
import type { Deed, Step } from './step.ts';
import { circumstancesOf, dayMs, nowMs, waitMs, type Left, type Received, type World } from './world.ts';

/** What can happen next, and the world after it. */
export interface Move {
  readonly step: Step;
  readonly world: World;
}

export type Classes = Readonly<Record<OrderCall, readonly AnswerClass[]>>;

export function movesFrom(world: World, classes: Classes): readonly Move[] {
  if (isOver(world)) return [];
  const always = [...arrivals(world), ...copies(world)];
  if (world.underWay !== null) return [...always, ...endings(world, world.underWay, classes), ...clocks(world)];
  return [...always, ...sendings(world), ...keptJudged(world), ...deeds(world), ...times(world), ...clocks(world)];
}

/** Final, with nothing that comes next, and nothing on its way that could change it: so it stays. */
function isOver(world: World): boolean {
  const { order, underWay, delayed, backup, isElsewhere, left } = world;
  if (underWay !== null || delayed !== null || backup !== null || isElsewhere || left.deeds > 0) return false;
  return isFinal(stateOf(order, nowMs(world))) && nextStep(order, circumstancesOf(world)) === null;
}

/** The driver goes on as the machine says: an answer that lies kept is judged, or a request leaves. */
function sendings(world: World): readonly Move[] {
  const circumstances = circumstancesOf(world);
  const next = nextStep(world.order, circumstances);
  if (next === null || unjudged(world.order) !== null || !mayLeave(world.order, next.call, 'now', circumstances))
    return [];
  return sending(world, next.call, { kind: 'sends', call: next.call });
}

function sending(world: World, call: OrderCall, step: Step): readonly Move[] {
  const one = call === 'createPartnerOrder' ? 'posts' : 'reads';
  if (world.left[one] === 0) return [];
  const attempt = `attempt-${world.left.posts}-${world.left.reads}`;
  return [{ step, world: started({ ...world, left: less(world.left, one) }, attempt, call) }];
}

function keptJudged(world: World): readonly Move[] {
  const { kept, order } = world;
  if (kept === null || unjudged(order) === null || nextStep(order, circumstancesOf(world)) === null) return [];
  return over(judged({ ...world, kept: null }, kept, false), kept.call).map(({ world: next, known }) => ({
    step: { kind: 'judgesKept', known },
    world: next,
  }));
}

/** How a request can end that waits for its answer. */
function endings(world: World, attempt: string, classes: Classes): readonly Move[] {
  const open = world.order.attempts.find((one) => one.attempt === attempt);
  if (open === undefined) return [];
  const { call, createdAtSeconds } = open;
  const isRead = call === 'getPartnerOrder';
  const idle: World = { ...world, underWay: null };
  const fates = isRead ? [] : isInTime(createdAtSeconds, world.serviceMs) ? taken(world.books, world.serviceMs) : [];
  const answers = classes[call].flatMap((each) =>
    (isRead ? readAnswers(world, each) : postAnswers(world.books, fates, each)).map(({ books, isTaken }) => {
      const { name, answer, says, hasCodes } = each;
      const signed =
        answer.kind === 'verified' ? { ...answer, createdAtSeconds: Math.floor(world.serviceMs / 1000) } : answer;
      const received: Received = { attempt, call, answer: signed, says, hasCodes, name };
      return { received, isTaken, world: { ...idle, books } };
    }),
  );
  return [
    ...answers.flatMap(answered),
    ...unanswered(idle, attempt, fates),
    ...(world.left.delays > 0 && !isRead ? [requestDelayed(idle, attempt, createdAtSeconds)] : []),
    ...(world.left.upsets > 0 ? killed(idle, fates) : []),
  ];
}

interface Answer {
  readonly received: Received;
  readonly isTaken: boolean;
  readonly world: World;
}

interface Handled {
  readonly books: Books;
  readonly isTaken: boolean;
}

function postAnswers(books: Books, fates: readonly Books[], { says, hasCodes }: AnswerClass): readonly Handled[] {
  const taken = fates.flatMap((each): Handled[] => {
    const then = afterPost(each, says, hasCodes);
    return then === null ? [] : [{ books: then, isTaken: true }];
  });
  return says === 'notTaken' || says === 'nothing' ? [{ books, isTaken: false }, ...taken] : taken;
}

function readAnswers({ books, serviceMs }: World, { says }: AnswerClass): readonly Handled[] {
  const then = afterRead(books, says, serviceMs);
  return then === null ? [] : [{ books: then, isTaken: false }];
}

/** It comes in time, and the process may end over it; it comes late; or nobody can believe it for now. */
function answered({ received, isTaken, world }: Answer): readonly Move[] {
  const { name: answer, attempt } = received;
  const done = judged(sealed(world, received), received, false);
  const moves: Move[] = over(done, received.call).map(({ world: next, known }) => ({
    step: { kind: 'answered', answer, isTaken, until: 'over', known },
    world: next,
  }));
  if (world.left.upsets > 0) {
    const left = less(world.left, 'upsets');
    moves.push(
      {
        step: { kind: 'answered', answer, isTaken, until: 'sealed', known: null },
        world: restarted({ ...sealed(world, received), left, kept: received }),
      },
      {
        step: { kind: 'answered', answer, isTaken, until: 'judged', known: null },
        world: restarted({ ...done, left }),
      },
    );
  }
  if (world.left.delays > 0 && world.delayed === null && received.answer.kind === 'verified') {
    const left = less(world.left, 'delays');
    const late = unansweredBecause({ ...world, left }, attempt, 'answer_timeout');
    const unbelieved: Received = { ...received, answer: { kind: 'unverified', reason: 'unknown_key' } };
    const doubtful = judged(sealed({ ...world, left }, received), unbelieved, false);
    moves.push({
      step: { kind: 'delayed', answer, isTaken },
      world: { ...late, delayed: { ...received, kind: 'answer' } },
    });
    moves.push(
      ...over(doubtful, received.call).map(({ world: next }): Move => ({
        step: { kind: 'disbelieved', answer, isTaken },
        world: { ...next, delayed: { ...received, kind: 'disbelieved' } },
      })),
    );
  }
  return moves;
}

function unanswered(world: World, attempt: string, fates: readonly Books[]): readonly Move[] {
  const lost = (books: Books, isTaken: boolean): Move => ({
    step: { kind: 'unanswered', reason: 'connection_lost', isTaken },
    world: unansweredBecause({ ...world, books }, attempt, 'connection_lost'),
  });
  return [
    {
      step: { kind: 'unanswered', reason: 'not_sent', isTaken: false },
      world: unansweredBecause(world, attempt, 'not_sent'),
    },
    lost(world.books, false),
    ...fates.map((books) => lost(unheard(books), true)),
  ];
}

function unansweredBecause(world: World, attempt: string, reason: string): World {
  return after(world, { kind: 'unanswered', attempt, reason }) ?? world;
}

function requestDelayed(world: World, attempt: string, dateSeconds: number): Move {
  const left = less(world.left, 'delays');
  return {
    step: { kind: 'delayedRequest' },
    world: {
      ...unansweredBecause({ ...world, left }, attempt, 'answer_timeout'),
      delayed: { kind: 'request', attempt, dateSeconds },
    },
  };
}

function killed(world: World, fates: readonly Books[]): readonly Move[] {
  const left = less(world.left, 'upsets');
  const end = (books: Books, isTaken: boolean): Move => ({
    step: { kind: 'killed', isTaken },
    world: restarted({ ...world, books, left }),
  });
  return [end(world.books, false), ...fates.map((books) => end(unheard(books), true))];
}

/** Whoever waited for a late answer is gone with the process; a request is not. */
function restarted(world: World): World {
  return { ...world, underWay: null, delayed: world.delayed?.kind === 'answer' ? null : world.delayed };
}

function arrivals(world: World): readonly Move[] {
  const { delayed } = world;
  if (delayed === null) return [];
  const step: Step = { kind: 'arrives' };
  const rest: World = { ...world, delayed: null };
  switch (delayed.kind) {
    case 'request':
      return isInTime(delayed.dateSeconds, world.serviceMs)
        ? taken(world.books, world.serviceMs).map((books) => ({ step, world: { ...rest, books: unheard(books) } }))
        : [];
    case 'answer':
      return [{ step, world: judged(sealed(rest, delayed), delayed, false) }];
    case 'disbelieved':
      return unverified(world.order).some(({ attempt }) => attempt === delayed.attempt)
        ? [{ step, world: judged(rest, delayed, true) }]
        : [];
  }
}

function deeds(world: World): readonly Move[] {
  const { order, left, kept } = world;
  if (left.deeds === 0) return [];
  const rest: World = { ...world, left: less(left, 'deeds') };
  const now = nowMs(world);
  const moved = (deed: Deed, next: World | null): readonly Move[] =>
    next === null ? [] : [{ step: { kind: 'person', deed }, world: next }];
  return [
    ...moved('cancels', after(rest, { kind: 'cancelled' })),
    ...(now <= order.wantedUntilMs ? [] : moved('stillWanted', after(rest, { kind: 'stillWanted' }))),
    ...(['sellsAgain', 'triesAgain'] as const).flatMap((deed) =>
      moved(deed, !world.isPlacedAgain && isTakenOnAgain(world, deed) ? { ...rest, isPlacedAgain: true } : null),
    ),
    ...(kept === null ? sending(rest, 'getPartnerOrder', { kind: 'person', deed: 'reads' }) : []),
    ...choicesFor(order, now).flatMap((choice) => {
      const next = after(rest, { kind: 'chosen', choice });
      return moved(choice, next === null || choice !== 'resend' ? next : { ...next, wasResent: true });
    }),
  ];
}

/** The records are restored to an earlier point, or go on beside a copy of themselves. */
function copies(world: World): readonly Move[] {
  const { left, backup, order } = world;
  if (backup !== null) {
    const holdsCodes = world.codesIn.filter((attempt) =>
      backup.attempts.some((one) => one.attempt === attempt && keptAnswerTo(one) !== null),
    );
    const put: World = { ...restarted(world), order: backup, backup: null, codesIn: holdsCodes };
    return backup === order ? [] : [{ step: { kind: 'restored' }, world: readOnly(put) }];
  }
  const rest: World = { ...world, left: less(left, 'upsets') };
  const elsewhere = world.isElsewhere && world.books.holds === 'nothing' ? taken(world.books, world.serviceMs) : [];
  return [
    ...elsewhere.map((books): Move => ({
      step: { kind: 'sentElsewhere' },
      world: { ...world, isElsewhere: false, books: unheard(books) },
    })),
    ...(left.upsets === 0
      ? []
      : [
          { step: { kind: 'backup' }, world: { ...rest, backup: order } } as const,
          {
            step: { kind: 'copied' },
            world: readOnly({ ...restarted(rest), isElsewhere: !isFinal(stateOf(order, nowMs(world))) }),
          } as const,
        ]),
  ];
}

/** A day changes nothing more for an order that the service never took, or has reported. */
function times(world: World): readonly Move[] {
  const { serviceMs, books } = world;
  const wait: Move = { step: { kind: 'time', passes: 'wait' }, world: { ...world, serviceMs: serviceMs + waitMs } };
  const day: Move = { step: { kind: 'time', passes: 'day' }, world: { ...world, serviceMs: serviceMs + dayMs } };
  return books.holds === 'nothing' || books.isReported ? [wait] : [wait, day];
}

function clocks(world: World): readonly Move[] {
  if (world.aheadMs === 0) return [];
  const right: Move = { step: { kind: 'clockPutRight' }, world: { ...world, aheadMs: 0, isTimeKnown: true } };
  return world.isTimeKnown
    ? [right]
    : [right, { step: { kind: 'timeLearned' }, world: { ...world, isTimeKnown: true } }];
}

function less(left: Left, what: keyof Left): Left {
  return { ...left, [what]: left[what] - 1 };
}
