import type { JsonObject } from './json.ts';

/** The kind of the event that says that what is derived was damaged, and was made anew from the record. */
export const rebuiltKind = 'journal-rebuilt';

/**
 * The events by which a subject is found by the serial number of a card (decision 0054). What they name under `sealed`
 * is a key of their own, and nothing that was delivered. They never leave this computer.
 */
export const serialKeptKind = 'serial-kept';

/** The events by which a subject is found by its sealed reference (decision 0058). They never leave this computer. */
export const referenceKeptKind = 'reference-kept';

/** What a use case appends. `subject` is the id of what the event is about, or '' where it is about the records. */
export interface NewEvent {
  readonly subject: string;
  readonly kind: string;
  readonly body: JsonObject;
}

/** An event as it lies in the chain. `hash` is base64url of SHA-256. */
export interface StoredEvent extends NewEvent {
  readonly seq: number;
  readonly atMs: number;
  readonly hash: string;
}

/** The last link of the chain; one that is kept elsewhere is a checkpoint. `seq` 0 is an empty journal. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/**
 * Names a sealed answer from an event. Put it into the body under `sealed`: `verify` then compares the ciphertext
 * that is kept with the hash that the chain covers.
 */
export type SealedReference = {
  readonly id: string;
  readonly sha256: string;
};

export interface EventQuery {
  readonly subject?: string;
  readonly kind?: string;
  readonly afterSeq?: number;
  readonly beforeSeq?: number;
  /** The newest first, and not the oldest. */
  readonly newestFirst?: boolean;
  readonly limit?: number;
}
