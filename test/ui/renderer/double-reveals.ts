import type { CardCodes } from '../../../src-main/core/card-codes.ts';
import type { CallHandlers, CallResult, ShownView } from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import * as data from './double-data.ts';
import type { World } from './double-world.ts';

/** Codes for a frame, as main draws them: the page learns only where they are. */
function shown({ control, options: { voucher } }: World, codes: CardCodes[]): CallResult<ShownView> {
  const drawn = voucher === undefined ? codes : codes.map((code) => ({ ...code, voucher }));
  const frame = `/drawn/${String(control.drawn.length).padStart(43, '0')}`;
  control.drawn.push(drawn);
  return ok({
    frame,
    cards: drawn.map(({ soldCardId, ...parts }) => ({
      soldCardId,
      voucher: parts.voucher !== null,
      serialNumber: parts.serialNumber !== null,
    })),
  });
}

export function revealCalls(world: World): CallHandlers['reveals'] {
  const cameOut = (operationId: string): void => {
    if (world.orders.get(operationId)?.codesCameOut === false)
      world.control.settle(operationId, { codesCameOut: true });
  };
  return {
    show: ({ operationId, soldCardId }) => {
      const order = world.orders.get(operationId);
      cameOut(operationId);
      return soon(
        order === undefined
          ? no('operation_unknown')
          : shown(
              world,
              data.codesOf(order).filter((code) => soldCardId === undefined || code.soldCardId === soldCardId),
            ),
      );
    },
    showSeveral: ({ operationIds }) => {
      const orders = operationIds.flatMap((operationId) => world.orders.get(operationId) ?? []);
      for (const { operationId } of orders) cameOut(operationId);
      const result = shown(
        world,
        orders.flatMap((order) => data.codesOf(order)),
      );
      const counts = orders.map((order) => ({ operationId: order.operationId, cards: data.codesOf(order).length }));
      return soon(result.ok ? ok({ ...result.value, shown: counts, failed: [] }) : result);
    },
    copy: ({ operationId }) => {
      cameOut(operationId);
      return soon(ok({ copied: true as const }));
    },
    reconcile: ({ acceptRestBy }) => {
      const { uncheckedWallets } = world.options;
      const items = (uncheckedWallets ?? []).map((walletId) => ({
        walletId,
        code: 'wallet_not_granted' as const,
        httpStatus: 403,
      }));
      if (items.length > 0 && acceptRestBy === undefined) {
        world.start = { ...world.start, unchecked: { items, acceptable: true } };
        return soon(no('wallet_not_granted', { httpStatus: 403 }));
      }
      const { copyStatus: _, unchecked: __, salvaged: ___, ...start } = world.start;
      const unread = items.length === 0 ? {} : { unchecked: items };
      const findings = { ownedCards: 214, unknownCards: [], missingCards: [], ...unread, ...world.options.findings };
      world.start = { ...start, findings };
      return soon(ok(findings));
    },
    noteFindings: () => {
      const { findings: _, ...start } = world.start;
      world.start = start;
      return soon(ok({ noted: true as const }));
    },
    handOver: ({ operationId }) => {
      const order = world.orders.get(operationId);
      if (order === undefined) return soon(no('operation_unknown'));
      world.orders.set(operationId, { ...order, codesState: 'handedOver' });
      return soon(ok({ ...order, codesState: 'handedOver' as const }));
    },
    handOverSeveral: ({ operationIds }) => {
      const orders = operationIds.flatMap((operationId) => world.orders.get(operationId) ?? []);
      const handedOver = orders.map((order) => ({ ...order, codesState: 'handedOver' as const }));
      for (const order of handedOver) world.orders.set(order.operationId, order);
      return soon(ok({ orders: handedOver }));
    },
    saveForCompany: ({ operationId, wholeSale, reason, again }) => {
      const order = world.orders.get(operationId);
      if (order === undefined) return soon(no('operation_unknown'));
      if (data.codesOf(order).some(({ voucher }) => voucher !== null && reason.includes(voucher)))
        return soon(no('note_holds_code', { field: 'reason' }));
      const { filesSaved = 0, basket } = order;
      if (filesSaved > 0 && !again) return soon(no('codes_saved_before', { operationId }));
      if (world.options.codesPlace === 'nowhere') return soon(ok({ frame: null, cards: 0, name: null, file: null }));
      const isInSale = ({ basket: other }: typeof order): boolean => wholeSale && other?.id === basket?.id;
      const orders = basket === undefined ? [order] : [...world.orders.values()].filter(isInSale);
      const saved = orders.length === 0 ? [order] : orders;
      for (const each of saved)
        world.control.settle(each.operationId, { codesCameOut: true, filesSaved: (each.filesSaved ?? 0) + 1 });
      const name = `codes-C2-0412${filesSaved === 0 ? '' : `-${filesSaved + 1}`}.zip`;
      const cards = saved.reduce((sum, { quantity }) => sum + quantity, 0);
      return soon(ok({ frame: `/drawn/P${'0'.repeat(42)}`, cards, name, file: { name, base64: 'UEsF' } }));
    },
    ownedCards: () => soon(ok({ items: world.options.orders === 'none' ? [] : data.ownedCards() })),
    revealOwned: ({ soldCardId }) =>
      soon(shown(world, [{ soldCardId, serialNumber: '88190045000010', voucher: '4417209388516100' }])),
    revealInvoice: () =>
      soon(
        shown(
          world,
          data
            .ownedCards()
            .slice(0, 2)
            .map(({ soldCardId }, index) => ({
              soldCardId,
              serialNumber: null,
              voucher: `4417209388516${index + 100}`,
            })),
        ),
      ),
  };
}
