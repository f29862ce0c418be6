import type { Failure } from '../../../src-shared/contract/codes.ts';
import { initialPreferences } from '../../../src-shared/contract/initial-preferences.ts';
import type { CallHandlers, CallResult, SeveralShownView, ShownView } from '../../../src-shared/contract/schemas.ts';
import type { CardCodes } from '../../core/card-codes.ts';
import { knownId, type InvoiceId, type OperationId, type SoldCardId, type WalletId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { codesAgainFault } from '../../reveals/records/deliveries.ts';
import { noteFindings } from '../../reveals/records/findings.ts';
import { knownHere } from '../../reveals/views/card-history.ts';
import { codesPage } from '../../reveals/views/codes-page.ts';
import type { Counter } from '../counter/counter.ts';
import { saveForCompany } from './codes-file.ts';
import { atCounter, inLocalRecords, orderViewOf, type CallContext } from './context.ts';

export function revealCalls(context: CallContext): CallHandlers['reveals'] {
  return {
    show: ({ operationId, soldCardId }) =>
      atCounter(context, async ({ reveals }) =>
        drawn(
          context,
          await reveals.show(
            knownId<OperationId>(operationId),
            soldCardId === undefined ? undefined : knownId<SoldCardId>(soldCardId),
            context.pageState.watched(),
          ),
        ),
      ),
    showSeveral: ({ operationIds }) =>
      atCounter(context, (counter) => showSeveral(context, counter, idsOf(operationIds))),
    copy: ({ operationId, soldCardId, part }) =>
      atCounter(context, async ({ reveals }) => {
        if (context.ports.clipboard === null) return err({ code: 'clipboard_unavailable' });
        const code = [knownId<OperationId>(operationId), knownId<SoldCardId>(soldCardId), part] as const;
        const text = reveals.copy(...code);
        if (!text.ok) return text;
        const { clipboardSeconds } = context.current()?.preferences.read() ?? initialPreferences;
        if (await context.copied.put(text.value, clipboardSeconds * 1000)) return ok({ copied: true as const });
        reveals.copyFailed(...code);
        return err({ code: 'clipboard_unavailable' });
      }),
    handOver: ({ operationId }) =>
      atCounter(context, ({ reveals }) => {
        const id = knownId<OperationId>(operationId);
        const facts = reveals.handOver(id);
        return facts.ok ? ok(orderViewOf(context, id, facts.value)) : facts;
      }),
    handOverSeveral: ({ operationIds }) =>
      atCounter(context, ({ reveals }) => {
        const orders = reveals.handOverTogether(idsOf(operationIds));
        return orders.ok
          ? ok({ orders: [...orders.value].map(([id, order]) => orderViewOf(context, id, order)) })
          : orders;
      }),
    saveForCompany: (input) => atCounter(context, (counter) => saveForCompany(context, counter, input)),
    reconcile: ({ acceptRestBy }) =>
      atCounter(context, async ({ reveals }) => {
        const reconciled = await reveals.reconcile(acceptRestBy);
        if (!reconciled.ok) return reconciled;
        const { ownedCards, unknownCards, missingCards, unchecked, lostOrders } = reconciled.value;
        const unread = unchecked === undefined ? {} : { unchecked: [...unchecked] };
        const lost =
          lostOrders === undefined
            ? {}
            : {
                lostOrders: lostOrders.map(({ operationId, standing, quantity }) => ({
                  operationId,
                  standing,
                  quantity,
                })),
              };
        return ok({ ownedCards, unknownCards: [...unknownCards], missingCards: [...missingCards], ...unread, ...lost });
      }),
    noteFindings: () =>
      inLocalRecords(context, ({ journal }) => {
        const noted = noteFindings(journal);
        return noted.ok ? ok({ noted: true as const }) : noted;
      }),
    ownedCards: ({ walletId, cursor }) =>
      atCounter(context, async ({ catalogue, localRecords }) => {
        const page = await catalogue.ownedCards(knownId<WalletId>(walletId), cursor);
        if (!page.ok) return page;
        const { items, ...rest } = page.value;
        return ok({ items: items.map((card) => knownHere(localRecords, card)), ...rest });
      }),
    revealOwned: ({ walletId, soldCardId }) =>
      atCounter(context, async ({ reveals }) =>
        drawn(
          context,
          await reveals.revealCard(
            knownId<WalletId>(walletId),
            knownId<SoldCardId>(soldCardId),
            context.pageState.watched(),
          ),
        ),
      ),
    revealInvoice: ({ walletId, invoiceId }) =>
      atCounter(context, async ({ reveals }) =>
        drawn(
          context,
          await reveals.revealInvoice(
            knownId<WalletId>(walletId),
            knownId<InvoiceId>(invoiceId),
            context.pageState.watched(),
          ),
        ),
      ),
  };
}

/** Each once. */
function idsOf(operationIds: readonly string[]): readonly OperationId[] {
  return [...new Set(operationIds)].map((id) => knownId<OperationId>(id));
}

type Several = CallResult<SeveralShownView>;

/** What does not come of one order takes nothing from the others. */
async function showSeveral(
  context: CallContext,
  { localRecords, reveals }: Pick<Counter, 'localRecords' | 'reveals'>,
  operationIds: readonly OperationId[],
): Promise<Several> {
  // Asked once for all of them, before any has come out.
  const fault = codesAgainFault(...operationIds.flatMap((id) => localRecords.records.find(id) ?? []));
  if (fault !== null) return err(fault);
  return await reveals.showSeveral(operationIds, context.pageState.watched(), ({ shown, failed }) => ({
    ...drawnPage(
      context,
      shown.flatMap(({ codes }) => codes),
    ),
    shown: shown.map(({ operationId, codes }) => ({ operationId, cards: codes.length })),
    failed: [...failed],
  }));
}

function drawn(context: CallContext, codes: Result<readonly CardCodes[], Failure>): Result<ShownView, Failure> {
  return codes.ok ? ok(drawnPage(context, codes.value)) : codes;
}

/**
 * The window learns where the codes can be looked at and which there are; the codes themselves do not pass through it.
 */
function drawnPage(context: CallContext, codes: readonly CardCodes[]): ShownView {
  const cards = codes.map(({ soldCardId, voucher, serialNumber }) => ({
    soldCardId,
    voucher: voucher !== null,
    serialNumber: serialNumber !== null,
  }));
  return { frame: context.pages.put(codesPage(codes, context.settings.read().language)), cards };
}
