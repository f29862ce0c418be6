import { z } from 'zod';
import type { RuleFaults } from '../../rules/call-faults.ts';
import type { ServiceState } from '../../state/service-state.ts';
import type { Scope } from '../../state/settings.ts';
import type { Answer, Signing, WireAnswer } from '../../wire/answers.ts';
import type { Recordings } from '../../wire/recordings.ts';
import type { ServiceKeys } from '../../wire/service-keys.ts';
import type { Transmission } from '../../wire/transmission.ts';

/** For how long the port is shut: for so many milliseconds, or for so many connections that are reset unread. */
export type Refusing = { readonly ms: number } | { readonly connections: number };

/** What happens to a call before the service has seen it. */
export type Arrival =
  | { readonly kind: 'drop' | 'reset' }
  | { readonly kind: 'refuse'; readonly refusing: Refusing }
  | { readonly kind: 'page'; readonly page: WireAnswer };

/** What an alteration may look at and change besides the answer itself. */
export interface Scene {
  readonly operation: string;
  readonly state: ServiceState;
  readonly serviceKeys: ServiceKeys;
  readonly recordings: Recordings;
  readonly pathPrefix: string;
  readonly nowMs: number;
}

/** What is wrong with an answer: in what it says, in how it is signed, on its way after that, or in how it leaves. */
export interface Alteration {
  readonly content?: (answer: Answer, scene: Scene) => Answer;
  readonly signing?: (signing: Signing, scene: Scene) => Signing;
  readonly tampering?: (answer: WireAnswer, scene: Scene) => WireAnswer;
  readonly transmission?: Transmission;
}

/** The call that a change by the service's support comes just before. */
export interface Upcoming {
  readonly state: ServiceState;
  readonly scopes: readonly Scope[];
  readonly walletId: string | undefined;
}

/** What a fault changes, by the point of a call at which it does: in the rules, and before and after them. */
export interface FaultsByPoint extends RuleFaults {
  readonly change: { readonly change: (upcoming: Upcoming) => void };
  readonly arrival: { readonly arrival: Arrival };
  readonly copies: { readonly delivered: 'first' | 'second' };
  readonly delay: { readonly ms: number; readonly signedBefore: boolean };
  readonly answer: { readonly alteration: Alteration };
}

export type Point = keyof FaultsByPoint;

/** What a fault does, and at which point of a call: each call takes at most one fault at each point. */
export type Behaviour = { readonly [P in Point]: { readonly point: P } & FaultsByPoint[P] }[Point];

/** One row of the fault table. */
export interface FaultKind {
  readonly name: string;
  readonly says: string;
  /** JSON Schema of each parameter. */
  readonly parameters: unknown;
  /** Reads the parameters; throws a ZodError that names the bad one. */
  readonly read: (parameters: unknown) => Behaviour;
}

export function faultKind<S extends z.ZodObject>(
  name: string,
  says: string,
  schema: S,
  behave: (parameters: z.output<S>) => Behaviour,
): FaultKind {
  const parameters = z.toJSONSchema(schema, { io: 'input' }).properties ?? {};
  return { name, says, parameters, read: (given) => behave(schema.parse(given)) };
}

export const noParameters = z.strictObject({});
