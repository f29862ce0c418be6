import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import * as data from './double-data.ts';
import type { World } from './double-world.ts';

/** A printer that takes everything, of which the test says what came out. */
export function receiptCalls(world: World): CallHandlers['receipts'] {
  return {
    printers: () => soon(ok({ available: true, names: ['Counter 1', 'Office'] })),
    preview: ({ operationIds, language, withCodes }) => {
      const orders = operationIds.flatMap((id) => world.orders.get(id) ?? []);
      if (orders.length < operationIds.length) return soon(no('operation_unknown'));
      world.control.receipts.push({ orders, language, withCodes, paper: world.preferences.receiptPaper });
      return soon(ok({ frame: `/drawn/R${String(world.control.receipts.length - 1).padStart(42, '0')}` }));
    },
    print: ({ operationIds, reason }) => {
      const times = Math.max(...operationIds.map((id) => world.orders.get(id)?.prints.times ?? 0));
      if (times > 0 && reason === undefined) return soon(no('print_reason_required', { field: 'reason' }));
      const { printFault = null } = world.options;
      if (printFault === 'refused') return soon(no('print_failed', { detail: printFault }));
      const print = data.id(10, times + 1);
      for (const id of operationIds) {
        const { prints } = world.orders.get(id) ?? { prints: { times: 0 } };
        world.control.settle(id, { prints: { times: prints.times + 1, unanswered: print } });
      }
      return soon(printFault === null ? ok({ print }) : no('print_failed', { detail: printFault }));
    },
    answer: ({ operationIds, printed }) => {
      for (const id of operationIds) {
        const { prints, codesCameOut } = world.orders.get(id) ?? { prints: { times: 0 }, codesCameOut: false };
        world.control.settle(id, { prints: { times: prints.times }, codesCameOut: codesCameOut || printed });
      }
      return soon(ok({ orders: operationIds.flatMap((id) => world.orders.get(id) ?? []) }));
    },
  };
}
