import type { CardId, InvoiceId, OperationId, SoldCardId } from '../../core/ids.ts';
import type { BodyReader } from './body-reader.ts';
import { pageShaped, type Page, type PageShape } from './list.ts';
import { readName, type LocalizedText } from './localized.ts';
import { idOf, isRecord, readInstant, readRecord } from './record.ts';

/** A bought card with its codes hidden. Its codes are never kept from here, even where a service sends them. */
export interface OwnedCard {
  readonly soldCardId: SoldCardId;
  readonly cardId?: CardId;
  readonly name?: LocalizedText;
  readonly invoiceId?: InvoiceId;
  readonly operationId?: OperationId;
  readonly purchasedAt?: string;
}

const optional = {
  soldCardId: idOf<SoldCardId>(),
  id: idOf<SoldCardId>(),
  cardId: idOf<CardId>(),
  name: readName,
  invoiceId: idOf<InvoiceId>(),
  operationId: idOf<OperationId>(),
  purchasedAt: readInstant,
};

/**
 * The API shows no fields of a masked card; its own id is `soldCardId` as in a credential, or `id` as in the catalogue.
 */
export const readOwnedCard: BodyReader<OwnedCard> = (body) => {
  const read = readRecord(body, {}, optional);
  if (read === null) return null;
  const { id, soldCardId = id, ...rest } = read.value;
  return soldCardId === undefined ? null : { ...rest, soldCardId };
};

export function readOwnedCards(body: unknown, shape: PageShape): Page<OwnedCard> | null {
  return pageShaped(readOwnedCard, (entry) => (isRecord(entry) ? 'soldCardId' : 'entry'), shape, [
    'items',
    'cards',
    'data',
  ])(body);
}
