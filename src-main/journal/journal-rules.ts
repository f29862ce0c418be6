import type { LossKind } from '../../src-shared/contract/reveals.ts';
import type { NewEvent, StoredEvent } from './event.ts';
import type { JsonObject } from './json.ts';
import type { ProjectionRow } from './projection.ts';

/** What a journal has to know of the records that it keeps. Whoever opens it hands this in; it knows nothing more. */
export interface JournalRules {
  readonly projection: ProjectionRules;
  readonly purge: PurgeRules;
  /** The kinds of events that are written on a full disk too, into room that is held for them. */
  readonly urgentKinds: readonly string[];
  /** The event as it is to be recorded, with what is known of who does it now; as it is where this is absent. */
  readonly stamped?: (event: NewEvent) => NewEvent;
}

/** How the projection is derived from the events. */
export interface ProjectionRules {
  /** The kind of event that each projected subject begins with; the file holds at most one of it for a subject. */
  readonly firstKind: string;
  /** What a salvage calls the loss of that event. */
  readonly firstLost: LossKind;
  /** Every kind of event whose subject is projected. */
  readonly kinds: readonly string[];
  readonly fold: Fold;
  /** Another text where the same events give another row (`projectionFormKey`); absent, rows of any form do. */
  readonly form?: string;
}

/** Derives a subject's row from its events, oldest first; null where they make none. */
export type Fold = (subject: string, events: readonly StoredEvent[]) => ProjectionRow | null;

/** Which sealed answers may be destroyed, and when. */
export interface PurgeRules {
  /** Why nothing may be purged now, as the detail of a failure, or null. `latest`: the last body of a kind. */
  readonly forbidden: (latest: (kind: string) => JsonObject | null) => string | null;
  /**
   * The kinds of events that say of a subject that what was sealed for it was delivered; none where it may still be
   * needed. `isPending` is null where the subject is not projected.
   */
  readonly deliveredBy: (subject: string, isPending: boolean | null) => readonly string[];
  /** What is sealed under an id that begins so was not delivered: it stays until somebody erases it on purpose. */
  readonly keptPrefix?: string;
  /** The kind of event after which something sealed waits for its delivery again. */
  readonly sealedAgainKind: string;
}
