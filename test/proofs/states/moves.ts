import { afterPost, afterRead, isInTime, taken, unheard, type Books, type Says } from './books.ts';
import type { AnswerClass } from './classes.ts';
import { after, readOnly, judged, over, sealed, started, type Reading } from './machine.ts';
import { isTakenOnAgain } from './placing.ts';
import type { Deed, Step } from './step.ts';
import {
  choicesFor,
  isFinal,
  keptAnswerTo,
  mayLeave,
  nextStep,
  pauseByHandMs,
  stateOf,
  unjudged,
  unverified,
  type Order,
  type OrderCall,
} from './under-proof.ts';
import { circumstancesOf, dayMs, nowMs, waitMs, type Left, type Received, type Unread, type World } from './world.ts';

/** What can happen next, and the world after it. */
export interface Move {
  readonly step: Step;
  readonly world: World;
}

export type Classes = Readonly<Record<OrderCall, readonly AnswerClass[]>>;

export function movesFrom(world: World, classes: Classes): readonly Move[] {
  if (isOver(world)) return [];
  const always = [...copies(world), ...arrivals(world, classes)];
  if (world.underWay !== null) return [...always, ...endings(world, world.underWay, classes), ...clocks(world)];
  const idle = [...sendings(world), ...keptJudged(world, classes), ...deeds(world), ...newTerms(world)];
  return [...always, ...idle, ...times(world), ...clocks(world)];
}

/** Final, with nothing that comes next, and nothing on its way that could change it: so it stays. */
function isOver(world: World): boolean {
  const { order, underWay, delayed, backup, elsewhere, left } = world;
  if (underWay !== null || delayed !== null || backup !== null || elsewhere !== null || left.deeds > 0) return false;
  return isFinal(stateOf(order, nowMs(world))) && nextStep(order, circumstancesOf(world)) === null;
}

/**
 * A request leaves as the machine says. Somebody may ask for it at any time: then no pause of our own counts, and one
 * that the service asked for only where they do not say "now".
 */
function sendings(world: World): readonly Move[] {
  const { order, left } = world;
  const circumstances = circumstancesOf(world);
  const next = nextStep(order, circumstances);
  if (next === null || unjudged(order) !== null || !mayLeave(order, next.call, 'now', circumstances)) return [];
  const pauseMs = pauseByHandMs(order, next, { how: 'asAsked', leftMs: 0 }, circumstances);
  if (pauseMs === 0 && mayLeave(order, next.call, 'asAsked', circumstances))
    return sending(world, next.call, { kind: 'sends', call: next.call, how: 'asAsked' });
  if (left.deeds === 0) return [];
  const hurried: World = { ...world, left: less(left, 'deeds') };
  return sending(hurried, next.call, { kind: 'sends', call: next.call, how: 'now' });
}

function sending(world: World, call: OrderCall, step: Step): readonly Move[] {
  const one = call === 'createPartnerOrder' ? 'posts' : 'reads';
  if (world.left[one] === 0) return [];
  const attempt = `attempt-${world.left.posts}-${world.left.reads}`;
  return [{ step, world: started({ ...world, left: less(world.left, one) }, attempt, call) }];
}

function keptJudged(world: World, classes: Classes): readonly Move[] {
  const { kept, order } = world;
  if (kept === null || unjudged(order) === null || nextStep(order, circumstancesOf(world)) === null) return [];
  return wordings(kept, classes[kept.call]).flatMap(({ name, answer }) =>
    over(judged({ ...world, kept: null }, { ...kept, answer: dated(answer, kept) }, 'kept'), kept.call).map(
      ({ world: next, known }): Move => ({ step: { kind: 'judgesKept', answer: name, known }, world: next }),
    ),
  );
}

/** What an answer may be that nobody has read yet. */
function wordings({ says, hasCodes }: Unread, classes: readonly AnswerClass[]): readonly AnswerClass[] {
  return classes.filter((each) => each.says === says && each.hasCodes === hasCodes);
}

/** How a request can end that waits for its answer. */
function endings(world: World, attempt: string, classes: Classes): readonly Move[] {
  const open = world.order.attempts.find((one) => one.attempt === attempt);
  if (open === undefined) return [];
  const { call, createdAtSeconds } = open;
  const isRead = call === 'getPartnerOrder';
  const idle: World = { ...world, underWay: null };
  const fates = isRead ? [] : isInTime(createdAtSeconds, world.serviceMs) ? taken(world.books, world.serviceMs) : [];
  const handled = ({ says, hasCodes }: Pick<AnswerClass, 'says' | 'hasCodes'>): readonly Handled[] =>
    isRead ? readAnswers(world, createdAtSeconds, says) : postAnswers(world.books, fates, says, hasCodes);
  const unread = ({ says, hasCodes }: AnswerClass): Unread => ({
    attempt,
    call,
    says,
    hasCodes,
    signedMs: world.serviceMs,
  });
  const possible = classes[call].filter(({ answer }) => canBeFresh(world, answer));
  return [
    ...possible.flatMap((each) =>
      handled(each).flatMap(({ books, isTaken }) => answered({ ...idle, books }, each, unread(each), isTaken)),
    ),
    ...tellings(possible).flatMap((each) =>
      handled(each).flatMap(({ books, isTaken }) => leftUnread({ ...idle, books }, unread(each), isTaken)),
    ),
    ...unanswered(idle, attempt, fates),
    ...(world.left.delays > 0 && !isRead ? [requestDelayed(idle, attempt, createdAtSeconds)] : []),
    ...(world.left.upsets > 0 ? killed(idle, fates) : []),
  ];
}

/** Where the time of the service is not known, an answer that is bound to nothing is not fresh. */
function canBeFresh({ isTimeKnown, aheadMs }: World, answer: AnswerClass['answer']): boolean {
  return isTimeKnown || aheadMs === 0 || answer.kind !== 'verified' || answer.isBound;
}

/** One of the answers for each of what they can say. */
function tellings(classes: readonly AnswerClass[]): readonly AnswerClass[] {
  const byTelling = Map.groupBy(classes, ({ says, hasCodes }) => `${says} ${hasCodes}`);
  return [...byTelling.values()].flatMap((each) => each.slice(0, 1));
}

/** An answer as it is read, with the date that it was signed at. */
function dated(answer: AnswerClass['answer'], { signedMs }: Unread): AnswerClass['answer'] {
  return answer.kind === 'verified' ? { ...answer, createdAtSeconds: Math.floor(signedMs / 1000) } : answer;
}

interface Handled {
  readonly books: Books;
  readonly isTaken: boolean;
}

function postAnswers(books: Books, fates: readonly Books[], says: Says, hasCodes: boolean): readonly Handled[] {
  const reported = fates.flatMap((each): Handled[] => {
    const then = afterPost(each, says, hasCodes);
    return then === null ? [] : [{ books: then, isTaken: true }];
  });
  return says === 'notTaken' || says === 'nothing' ? [{ books, isTaken: false }, ...reported] : reported;
}

/** A read whose date is out of time is refused like any other request. */
function readAnswers({ books, serviceMs }: World, dateSeconds: number, says: Says): readonly Handled[] {
  if (says !== 'nothing' && !isInTime(dateSeconds, serviceMs)) return [];
  const then = afterRead(books, says, serviceMs);
  return then === null ? [] : [{ books: then, isTaken: false }];
}

/** It comes in time; the process may end before everything is written down that follows from it. */
function answered(
  world: World,
  { name: answer, answer: said }: AnswerClass,
  unread: Unread,
  isTaken: boolean,
): readonly Move[] {
  const received: Received = { ...unread, answer: dated(said, unread) };
  const done = judged(sealed(world, received), received, 'live');
  const ended: Move = {
    step: { kind: 'answered', answer, isTaken, until: 'judged', known: null },
    world: restarted({ ...done, left: less(world.left, 'upsets') }),
  };
  return [
    ...over(done, received.call).map(({ world: next, known }): Move => ({
      step: { kind: 'answered', answer, isTaken, until: 'over', known },
      world: next,
    })),
    ...(world.left.upsets > 0 ? [ended] : []),
  ];
}

/** The process ends once it is sealed; it comes late; or it cannot be verified for now. */
function leftUnread(world: World, unread: Unread, isTaken: boolean): readonly Move[] {
  const { says, hasCodes, attempt, call } = unread;
  const moves: Move[] = [];
  if (world.left.upsets > 0)
    moves.push({
      step: { kind: 'onlySealed', says, hasCodes, isTaken },
      world: restarted({ ...sealed(world, unread), left: less(world.left, 'upsets'), kept: unread }),
    });
  if (world.left.delays > 0 && world.delayed === null) {
    const left = less(world.left, 'delays');
    const late = unansweredBecause({ ...world, left }, attempt, 'answer_timeout');
    const stillUnverified: Received = { ...unread, answer: { kind: 'unverified', reason: 'unknown_key' } };
    const doubtful = judged(sealed({ ...world, left }, unread), stillUnverified, 'live');
    moves.push(
      {
        step: { kind: 'delayed', says, hasCodes, isTaken },
        world: { ...late, delayed: { ...unread, kind: 'answer' } },
      },
      ...over(doubtful, call).map(({ world: next }): Move => ({
        step: { kind: 'unverified', says, hasCodes, isTaken },
        world: { ...next, delayed: { ...unread, kind: 'unverified' } },
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
  const delayed = world.delayed?.kind === 'answer' ? null : world.delayed;
  return { ...world, underWay: null, delayed, restingUntilMs: 0 };
}

function arrivals(world: World, classes: Classes): readonly Move[] {
  const { delayed } = world;
  if (delayed === null) return [];
  const rest: World = { ...world, delayed: null };
  if (delayed.kind === 'request')
    return isInTime(delayed.dateSeconds, world.serviceMs)
      ? taken(world.books, world.serviceMs).map((books) => ({
          step: { kind: 'arrives', answer: null },
          world: { ...rest, books: unheard(books) },
        }))
      : [];
  const reading: Reading = delayed.kind === 'answer' ? 'live' : 'again';
  if (reading === 'again' && !unverified(world.order).some(({ attempt }) => attempt === delayed.attempt)) return [];
  return wordings(delayed, classes[delayed.call])
    .filter(({ answer }) => answer.kind === 'verified' && canBeFresh(world, answer))
    .map(({ name, answer }) => ({
      step: { kind: 'arrives', answer: name },
      world: judged(
        reading === 'live' ? sealed(rest, delayed) : rest,
        { ...delayed, answer: dated(answer, delayed) },
        reading,
      ),
    }));
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
    ...(['sellsAgain', 'triesAgain'] as const).flatMap((deed) => moved(deed, takenOnAgain(world, rest, deed))),
    ...(kept === null && world.restingUntilMs <= world.serviceMs
      ? sending(rest, 'getPartnerOrder', { kind: 'person', deed: 'reads' })
      : []),
    ...choicesFor(order, now).flatMap((choice) => {
      const next = after(rest, { kind: 'chosen', choice });
      return moved(choice, next === null || choice !== 'resend' ? next : { ...next, wasResent: true });
    }),
  ];
}

/** Whoever counts it as bought, and sells it again, wants two. */
function takenOnAgain(world: World, rest: World, deed: 'sellsAgain' | 'triesAgain'): World | null {
  if (world.isPlacedAgain || world.order.acceptedAsBought !== null) return null;
  return isTakenOnAgain(world, deed) ? { ...rest, isPlacedAgain: true } : null;
}

/** The counter starts anew with another key or another profile. */
function newTerms(world: World): readonly Move[] {
  if (world.left.upsets === 0 || world.terms !== 'pinned') return [];
  return (['otherForm', 'otherAddress'] as const).map((terms) => ({
    step: { kind: 'termsChanged', terms },
    world: restarted({ ...world, terms, left: less(world.left, 'upsets') }),
  }));
}

/** The records are put back to an earlier point, or go on beside a copy of themselves. */
function copies(world: World): readonly Move[] {
  const { left, backup, order } = world;
  if (backup !== null) return [{ step: { kind: 'restored' }, world: readOnly(putBack(world, backup)) }];
  const rest: World = { ...world, left: less(left, 'upsets') };
  const canBeSent = world.elsewhere !== null && world.books.holds === 'nothing';
  const wasResent = world.wasResent || world.elsewhere === 'byPerson';
  return [
    ...(canBeSent ? taken(world.books, world.serviceMs) : []).map((books): Move => ({
      step: { kind: 'sentElsewhere' },
      world: { ...world, elsewhere: null, wasResent, books: unheard(books) },
    })),
    ...(left.upsets === 0
      ? []
      : [
          { step: { kind: 'backup' }, world: { ...rest, backup: order } } as const,
          {
            step: { kind: 'copied' },
            world: readOnly({ ...restarted(rest), elsewhere: senderElsewhere(world) }),
          } as const,
        ]),
  ];
}

/** Where a person has to decide, only they have it sent again. */
function senderElsewhere(world: World): World['elsewhere'] {
  const state = stateOf(world.order, nowMs(world));
  return isFinal(state) ? null : state === 'attention' ? 'byPerson' : 'byItself';
}

/** What was sealed since is gone, and what the service asked of late nobody remembers. */
function putBack(world: World, backup: Order): World {
  const { delayed, kept, codesIn } = world;
  const isSealed = (attempt: string): boolean =>
    backup.attempts.some((one) => one.attempt === attempt && keptAnswerTo(one) !== null);
  return {
    ...restarted(world),
    order: backup,
    backup: null,
    delayed: delayed?.kind === 'request' || (delayed !== null && isSealed(delayed.attempt)) ? delayed : null,
    kept: kept !== null && isSealed(kept.attempt) ? kept : null,
    codesIn: codesIn.filter(isSealed),
    quietUntilMs: 0,
  };
}

/** A day changes nothing more for an order that the service never took, or has reported. */
function times(world: World): readonly Move[] {
  const { serviceMs, books } = world;
  const wait: Move = { step: { kind: 'time', passes: 'wait' }, world: { ...world, serviceMs: serviceMs + waitMs } };
  const day: Move = { step: { kind: 'time', passes: 'day' }, world: { ...world, serviceMs: serviceMs + dayMs } };
  return books.holds === 'nothing' || books.isReported ? [wait] : [wait, day];
}

/** A pause that was written down by a clock that nobody knew to be off counts by no clock once that is put right. */
function clocks(world: World): readonly Move[] {
  if (world.aheadMs === 0) return [];
  const right: Move = {
    step: { kind: 'clockPutRight' },
    world: { ...world, aheadMs: 0, isTimeKnown: true, quietUntilMs: world.isTimeKnown ? world.quietUntilMs : 0 },
  };
  return world.isTimeKnown
    ? [right]
    : [right, { step: { kind: 'timeLearned' }, world: { ...world, isTimeKnown: true } }];
}

function less(left: Left, what: keyof Left): Left {
  return { ...left, [what]: left[what] - 1 };
}
