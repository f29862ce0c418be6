import type { Judged } from '../partner-api/judge.ts';
import { operations } from '../partner-api/operations/table.ts';
import type { PreparedRequest } from '../partner-api/request.ts';
import { verdictOf } from './probe.ts';

/**
 * Forms of requests with something of their own that can be wrong, which the search never tries out: only people's
 * calls show it.
 */
export const untriedForms = ['order', 'reveal', 'nextPage'] as const;
export type UntriedForm = (typeof untriedForms)[number];

const troubleKinds = ['refused', 'uncovered'] as const;
/**
 * What the service made of the last call of such a form: it refused the signature, or its answer did not cover what is
 * asked of it.
 */
export type Trouble = (typeof troubleKinds)[number];
export type Troubles = ReadonlyMap<UntriedForm, Trouble>;

/**
 * How the last call of each form went under one profile. It is kept, because the next run may be the one that is asked.
 */
export interface CallHistory {
  heard(prepared: PreparedRequest, judged: Judged): void;
  troubles(): Troubles;
  /** Hears of each answer that shows whether signatures are accepted. */
  onSignature(listener: (accepted: boolean) => void): void;
  /** The components that answers left out, of the forms that have that trouble. */
  uncovered(): readonly string[];
}

export interface CallHistoryStore {
  read(form: UntriedForm): string | null;
  keep(form: UntriedForm, text: string): void;
}

export function createCallHistory(profileHash: string, memory: CallHistoryStore): CallHistory {
  const textOf = (trouble: Trouble): string => `${trouble} ${profileHash}`;
  const troubles = new Map<UntriedForm, Trouble>();
  const components = new Map<UntriedForm, string>();
  for (const form of untriedForms) {
    const [kind, hash, component] = (memory.read(form) ?? '').split(' ');
    const trouble = troubleKinds.find((each) => each === kind && hash === profileHash);
    if (trouble !== undefined) troubles.set(form, trouble);
    if (trouble !== undefined && component !== undefined) components.set(form, component);
  }
  const set = (form: UntriedForm, trouble: Trouble | null, component?: string): void => {
    if ((troubles.get(form) ?? null) === trouble && components.get(form) === component) return;
    if (trouble === null) troubles.delete(form);
    else troubles.set(form, trouble);
    if (component === undefined) components.delete(form);
    else components.set(form, component);
    memory.keep(
      form,
      trouble === null ? '' : [textOf(trouble), ...(component === undefined ? [] : [component])].join(' '),
    );
  };
  const listeners: ((accepted: boolean) => void)[] = [];
  return {
    troubles: () => troubles,
    onSignature: (listener) => void listeners.push(listener),
    uncovered: () => [...new Set(components.values())],
    heard: (prepared, judged) => {
      const accepted = acceptedIn(judged);
      if (accepted !== undefined) listeners.forEach((listener) => listener(accepted));
      const form = formOf(prepared);
      const now = troubleIn(judged);
      if (form !== null && now !== undefined)
        set(form, now, now === 'uncovered' && judged.kind === 'unverified' ? judged.component : undefined);
      // Where everything is refused it is no matter of a form: the key or the whole profile is at fault.
      if (form === null && now === 'refused')
        [...troubles].filter(([, trouble]) => trouble === 'refused').forEach(([each]) => set(each, null));
    },
  };
}

function formOf({ operation, url }: PreparedRequest): UntriedForm | null {
  switch (operations[operation].kind) {
    case 'orderMutation':
      return 'order';
    case 'bodylessNonceMutation':
      return 'reveal';
    case 'safeRead':
      return new URL(url).search === '' ? null : 'nextPage';
    case 'diagnostic':
    case 'enrollmentToken':
      return null;
  }
}

/** Undefined where the answer says nothing about that. */
function acceptedIn(judged: Judged): boolean | undefined {
  const { kind } = verdictOf(judged);
  return kind === 'refused' ? false : kind === 'accepted' || kind === 'form' ? true : undefined;
}

/** Null where the signature was accepted; undefined where the answer says nothing about that. */
function troubleIn(judged: Judged): Trouble | null | undefined {
  const verdict = verdictOf(judged);
  switch (verdict.kind) {
    case 'refused':
      return 'refused';
    case 'accepted':
      return null;
    case 'unbelieved':
      return verdict.reason === 'component_not_covered' || verdict.reason === 'not_bound' ? 'uncovered' : undefined;
    // A service may look at the body before it looks at the signature; but a line of the request is its form.
    case 'form':
      return isOfForm(verdict.field) ? 'refused' : undefined;
    case 'busy':
      return undefined;
  }
}

/** Whether a field that a refusal names is a line of the request, and not a member of its body. */
export function isOfForm(field: string): boolean {
  return ofForm.test(field);
}

const ofForm = /idempotency-key|content-digest|content-type|content-length|nonce|service-date|accept-language|cursor/i;
