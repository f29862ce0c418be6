import { enrolmentOf } from '../../../../src-main/enrolment/machine/apply.ts';
import { decide, type Decision, type StepReport } from '../../../../src-main/enrolment/machine/decide.ts';
import type { Enrolment } from '../../../../src-main/enrolment/machine/enrolment.ts';
import {
  readEnrolmentEvent,
  type EnrolmentEvent,
  type NewEnrolmentEvent,
} from '../../../../src-main/enrolment/machine/events.ts';
import type { Circumstances } from '../../../../src-main/enrolment/machine/next-step.ts';
import type { RefusalCode } from '../../../../src-shared/contract/codes.ts';

export const invitationId = '00000000-0000-4000-8000-000000000001';
export const keyId = '00000000-0000-4000-8000-00000000000c';
export const circumstances: Circumstances = { serviceNowMs: 5_000_000, proofForm: 'form-1', readsInvitation: true };

const sealed = (id: string) => ({ id, sha256: 'x' });

/** One event of each kind, as it may be recorded. */
export const happened = {
  drafted: {
    kind: 'enrolment-drafted',
    body: { deployment: 'd', localId: 'local', validDays: 365, cidrs: ['10.0.0.0/8'], sealed: sealed('token') },
  },
  keyMade: { kind: 'enrolment-key-made', body: { localId: 'local', thumbprint: 'own' } },
  posting: { kind: 'enrolment-attempt-started', body: { step: 'submit', profileHash: 'p' } },
  answered: { kind: 'enrolment-answer-sealed', body: { sealed: sealed('answer'), httpStatus: 200 } },
  postingLost: {
    kind: 'enrolment-attempt-ended',
    body: { step: 'submit', taken: 'unknown', failure: { code: 'connection_lost' } },
  },
  submitted: {
    kind: 'enrolment-submitted',
    body: { keyId, serviceThumbprint: 'own', thumbprintsAgree: true, answer: 'answer', trust: 'verified' },
  },
  proved: { kind: 'enrolment-proved', body: { sealed: sealed('proof') } },
  proving: { kind: 'enrolment-attempt-started', body: { step: 'proof', profileHash: 'p' } },
  formRefused: {
    kind: 'enrolment-proof-refused',
    body: { failure: { code: 'key_proof_invalid' }, form: circumstances.proofForm },
  },
  restartAwaited: {
    kind: 'enrolment-restart-awaited',
    body: { failure: { code: 'key_duplicate', detail: 'answer_lost' } },
  },
  awaiting: { kind: 'enrolment-awaiting', body: { trust: 'verified' } },
  active: { kind: 'enrolment-active', body: { keyId, evidence: 'diagnosed', notActiveAtMs: 1, activeAtMs: 2 } },
  refused: { kind: 'enrolment-refused', body: { failure: { code: 'invitation_invalid' } } },
  invitationRead: { kind: 'enrolment-invitation-read', body: { expiresAt: '2027-01-01T00:00:00.000Z' } },
  expired: { kind: 'enrolment-expired', body: {} },
} as const satisfies Readonly<Record<string, Sample>>;

type Sample = { [K in EnrolmentEvent['kind']]: { kind: K; body: DeepReadonly<BodyOf<K>> } }[EnrolmentEvent['kind']];
type BodyOf<K> = Extract<EnrolmentEvent, { kind: K }>['body'];
type DeepReadonly<T> = { readonly [M in keyof T]: DeepReadonly<T[M]> };
type Name = keyof typeof happened;

const { drafted, keyMade, submitted, proved, awaiting } = happened;
/** What happened before an enrolment comes to each of its states by the straight way. */
export const way = {
  draft: [drafted],
  keyMade: [drafted, keyMade],
  submitted: [drafted, keyMade, submitted],
  proved: [drafted, keyMade, submitted, proved],
  awaitingActivation: [drafted, keyMade, submitted, proved, awaiting],
} as const;

/** An enrolment after its straight way to a state, and what came then. */
export function enrolmentIn(state: keyof typeof way, ...then: readonly Name[]): Enrolment {
  return after(...way[state], ...then.map((name) => happened[name]));
}

export function after(...events: readonly { readonly kind: string; readonly body: unknown }[]): Enrolment {
  const read = events.map(({ kind, body }) => readEnrolmentEvent(kind, body));
  const enrolment = enrolmentOf(
    invitationId,
    read.filter((event) => event !== null),
  );
  if (enrolment === null || read.includes(null)) throw new Error('no enrolment');
  return enrolment;
}

/** What is decided, in short: the events that are recorded, and what is next. */
export function decided(enrolment: Enrolment, report: StepReport): string {
  const { events, next } = decide(enrolment, report, circumstances);
  return [...events.map(eventInShort), nextInShort(next)].join(', ');
}

function eventInShort({ kind, body }: NewEnrolmentEvent): string {
  const name = kind.replace('enrolment-', '');
  if ('taken' in body) return `${name} ${body.taken}`;
  const failure = 'failure' in body ? body.failure : 'doubt' in body ? body.doubt : undefined;
  return failure?.detail === undefined ? name : `${name} ${failure.detail}`;
}

function nextInShort(next: Decision['next']): string {
  return next.kind === 'judgeAnswer' ? `${next.kind} ${next.record}` : next.kind;
}

/** An answer to the posting of the key that refuses it, or brings the challenge. */
export function keyAnswered(
  refusal: RefusalCode | null,
  how: { readonly record?: string; readonly isEarlier?: boolean } = {},
): Extract<StepReport, { kind: 'keyAnswered' }> {
  const { record = 'answer', isEarlier = false } = how;
  return {
    kind: 'keyAnswered',
    record,
    isEarlier,
    answer: { ok: true, value: { trust: 'verified', refusal: refusal === null ? null : { code: refusal } } },
    result: refusal === null ? { keyId, thumbprint: 'own' } : null,
    thumbprintsAgree: refusal === null ? true : null,
  };
}

export function proofAnswered(refusal: RefusalCode | null): StepReport {
  const value = { trust: 'verified', refusal: refusal === null ? null : { code: refusal } };
  return { kind: 'proofAnswered', answer: { ok: true, value } };
}
