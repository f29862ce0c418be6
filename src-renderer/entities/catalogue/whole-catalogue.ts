import type { CallResult, CatalogueView } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';

/**
 * All parts of a catalogue, given its first one: of what is kept here, or as the service said it. Begins anew where it
 * was replaced meanwhile, as main does, and where a manager changed what customers pay.
 */
export async function wholeCatalogue(
  first: CatalogueView,
  of: { readonly asSaid?: true } = {},
): Promise<CallResult<CatalogueView>> {
  let { next } = first;
  const { walletId, readAt, pricesRevision } = first;
  const cards = [...first.cards];
  while (next !== undefined && readAt !== undefined) {
    const from = next;
    const part = await ask((bridge) => bridge.catalogue.read({ walletId, from, readAt, ...of }));
    if (!part.ok) return part;
    if (part.value.readAt !== readAt) return wholeCatalogue(part.value, of);
    if (part.value.pricesRevision !== pricesRevision) {
      const again = await ask((bridge) => bridge.catalogue.read({ walletId, from: 0, readAt, ...of }));
      return again.ok ? wholeCatalogue(again.value, of) : again;
    }
    cards.push(...part.value.cards);
    ({ next } = part.value);
  }
  const { next: _, ...whole } = { ...first, cards };
  return { ok: true, value: whole };
}
