import { z } from 'zod';
import type { Sandbox } from '../../test/support/sandbox.ts';
import type { Offer } from './shop.ts';
import { check } from './telling.ts';

/** What the service or the network does to one request for a card, and how it is named. */
export interface Misfortune {
  readonly name: string;
  readonly says: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Which card it is about; any where nothing is said. */
  readonly of?: 'fixed' | 'other' | 'basket';
}

/** What goes wrong in each shift, each at a sale of its own. */
export const misfortunes: readonly (readonly Misfortune[])[] = [
  [
    { name: 'drop-after-commit', says: 'an answer got lost' },
    { name: 'html-502', says: 'a proxy answered 502 in the place of the service', parameters: { processed: true } },
    { name: 'slow', says: 'an answer came a second late', parameters: { ms: 1000 } },
    { name: 'internal_error', says: 'the service answered 500' },
  ],
  [
    { name: 'change-price', says: 'a price rose', parameters: { factor: '1.1' }, of: 'other' },
    { name: 'change-price', says: 'a cost fell under a fixed price', parameters: { factor: '0.9' }, of: 'fixed' },
    { name: 'operation_processing', says: 'the service answered 409, still at it' },
    { name: 'reset-mid-body', says: 'an answer broke off in the middle' },
  ],
  [
    { name: 'card_unavailable', says: 'a card of a basket was sold out (409), and the rest handed over', of: 'basket' },
    { name: 'drop-before', says: 'a request did not arrive' },
    { name: 'complete-unreported', says: 'the service said 202, and the codes came later' },
    { name: 'request_timeout', says: 'the service answered 504' },
  ],
  [
    { name: 'dependency_unavailable', says: 'the service answered 503' },
    { name: 'drop-after-commit', says: 'the answer to a line of a basket got lost', of: 'basket' },
    { name: 'duplicated-request', says: 'the network delivered a request twice' },
    { name: 'purchase_not_allowed', says: 'the service refused a sale (403)' },
  ],
];

/** A sale of these ends without a card. */
export const refusing: ReadonlySet<string> = new Set(['card_unavailable', 'purchase_not_allowed', 'change-price']);

export async function strike(sandbox: Sandbox, { name, parameters = {} }: Misfortune, offer: Offer): Promise<void> {
  const card = name === 'change-price' ? { cardId: offer.cardId } : {};
  await sandbox.fault({ name, operation: 'createPartnerOrder', ...parameters, ...card });
}

const pending = z.object({ pending: z.array(z.unknown()) });

/** What was planted has struck by now. */
export async function struck(sandbox: Sandbox): Promise<void> {
  const left = pending.parse(await sandbox.faults()).pending.length;
  check(left === 0, 'A fault that was planted did not strike.');
}
