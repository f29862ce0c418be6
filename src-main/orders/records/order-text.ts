import { z } from 'zod';
import type { Randomness } from '../../core/ports.ts';
import { referenceKeptKind, type NewEvent } from '../../journal/event.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import { asJsonObject } from '../../journal/json.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import type { Vault } from '../../vault/vault.ts';
import { commitmentTo, saltBytes } from '../machine/commitment.ts';
import {
  orderEvent,
  orderIntendedKind,
  readOrderEvent,
  type IntendedOrder,
  type NewOrderEvent,
} from '../machine/events.ts';
import { foundByReference } from './reference-search.ts';

/** What of an intent lies sealed beside its event (decision 0058). */
export interface OrderText {
  readonly body: string;
  readonly externalReference: string | null;
}

/** The members of an intent that stand in the journal instead of its text. */
type SealedText = Required<Pick<IntendedOrder, 'sealed' | 'commitments'>>;

type Committed = Pick<IntendedOrder, 'commitments'>;

/** Opens what was sealed beside intents. */
export interface OrderTexts {
  /** Null where it is not here, does not open, or is not what the event commits to. */
  open(operationId: string, intent: Committed): OrderText | null;
  /** `closed`: it is not here, or does not open; `differs`: it is not what the event commits to. */
  conditionOf(operationId: string, intent: Committed): 'whole' | 'closed' | 'differs';
  /** The form in which a reference, or a word of one, is looked for; nobody without the data key can make it. */
  digest(text: string): string;
}

/** Ids of sealed texts begin so. */
export const orderTextPrefix = 'order:';

const salt = z.base64url().length(43);
const document = z.object({
  version: z.literal(1),
  body: z.string(),
  bodySalt: salt,
  reference: z.string().nullable(),
  referenceSalt: salt,
});

export function openOrderTexts(journal: Pick<Journal, 'sealed'>, vault: Pick<Vault, 'unseal' | 'digest'>): OrderTexts {
  const read = (operationId: string, { commitments }: Committed): OrderText | 'closed' | 'differs' => {
    const id = idOf(operationId);
    const record = journal.sealed(id);
    if (record === null || record === 'purged') return 'closed';
    const plaintext = vault.unseal(id, record);
    if (!plaintext.ok) return 'closed';
    const text = document.safeParse(readJson(plaintext.value)).data;
    if (text === undefined) return 'differs';
    const { body, reference } = commitmentsIn(text);
    return body === commitments?.body && reference === commitments.reference
      ? { body: text.body, externalReference: text.reference }
      : 'differs';
  };
  return {
    open: (operationId, intent) => {
      const text = read(operationId, intent);
      return typeof text === 'string' ? null : text;
    },
    conditionOf: (operationId, intent) => {
      const text = read(operationId, intent);
      return typeof text === 'string' ? text : 'whole';
    },
    digest: (text) => digestOf(vault, text),
  };
}

interface Sealing {
  readonly tx: Pick<JournalTransaction, 'fileText'>;
  readonly vault: Pick<Vault, 'seal' | 'digest'>;
  readonly randomness: Randomness;
}

/** An intent as the journal holds it, its text filed sealed; and what is kept beside it so that it is found. */
export function sealedIntent(
  sealing: Sealing,
  { subject, body: asked }: NewOrderEvent,
): { readonly intended: NewOrderEvent; readonly beside: readonly NewEvent[] } {
  const event = readOrderEvent(orderIntendedKind, 0, asked);
  if (event?.kind !== orderIntendedKind || event.body.body === undefined) throw new Error('an intent without a body');
  const { body, externalReference = null, ...intent } = event.body;
  const sealed = sealText(sealing, subject, { body, externalReference });
  const found = foundByReference(externalReference, (text) => digestOf(sealing.vault, text));
  return {
    intended: orderEvent(subject, orderIntendedKind, { ...intent, ...sealed }),
    beside: found === null ? [] : [{ subject, kind: referenceKeptKind, body: asJsonObject(found) }],
  };
}

/**
 * Files the text of an order sealed, each part with a salt of its own: the reference can then be shown without the
 * body. One without a reference commits to an empty one, so that the chain does not tell the two apart.
 */
function sealText(
  { tx, vault, randomness }: Sealing,
  operationId: string,
  { body, externalReference }: OrderText,
): SealedText {
  const id = idOf(operationId);
  const text = {
    version: 1,
    body,
    bodySalt: newSalt(randomness),
    reference: externalReference,
    referenceSalt: newSalt(randomness),
  } as const;
  const sealed = tx.fileText(id, vault.seal(id, Buffer.from(JSON.stringify(text))));
  return { sealed, commitments: commitmentsIn(text) };
}

function commitmentsIn({
  body,
  bodySalt,
  reference,
  referenceSalt,
}: Omit<z.infer<typeof document>, 'version'>): SealedText['commitments'] {
  return {
    body: commitmentTo('body', saltIn(bodySalt), body),
    reference: commitmentTo('reference', saltIn(referenceSalt), reference ?? ''),
  };
}

function newSalt(randomness: Randomness): string {
  return Buffer.from(randomness.bytes(saltBytes)).toString('base64url');
}

function saltIn(text: string): Uint8Array {
  return Buffer.from(text, 'base64url');
}

function idOf(operationId: string): string {
  return `${orderTextPrefix}${operationId}`;
}

function digestOf(vault: Pick<Vault, 'digest'>, text: string): string {
  return lettersOf(vault.digest('order reference', text));
}

/** Twelve bytes of a digest as capitals from A to P: no word that a person types can be part of one. */
function lettersOf(digest: string): string {
  const hex = Buffer.from(digest, 'base64url').subarray(0, 12).toString('hex');
  return hex.replace(/./g, (digit) => String.fromCharCode('A'.charCodeAt(0) + Number.parseInt(digit, 16)));
}
