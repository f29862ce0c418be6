import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import * as data from './double-data.ts';
import type { World } from './double-world.ts';

/** A printer that takes everything, of which the test says what came out. */
export function receiptCalls(world: World): CallHandlers['receipts'] {
  return {
    printers: () => soon(ok({ available: true, names: ['Counter 1', 'Office'] })),
    preview: ({ operationId, language, withCodes }) => {
      const order = world.orders.get(operationId);
      if (order === undefined) return soon(no('operation_unknown'));
      world.control.receipts.push({ order, language, withCodes, paper: world.preferences.receiptPaper });
      return soon(ok({ frame: `/drawn/R${String(world.control.receipts.length - 1).padStart(42, '0')}` }));
    },
    print: ({ operationId, reason }) => {
      const { prints } = world.orders.get(operationId) ?? { prints: { times: 0 } };
      if (prints.times > 0 && reason === undefined) return soon(no('print_reason_required', { field: 'reason' }));
      const { printFault = null } = world.options;
      if (printFault !== null) return soon(no('print_failed', { detail: printFault }));
      const print = data.id(10, prints.times + 1);
      world.control.settle(operationId, { prints: { times: prints.times + 1, unanswered: print } });
      return soon(ok({ print }));
    },
    answer: ({ operationId, printed }) => {
      const { prints, codesCameOut } = world.orders.get(operationId) ?? { prints: { times: 0 }, codesCameOut: false };
      world.control.settle(operationId, { prints: { times: prints.times }, codesCameOut: codesCameOut || printed });
      const order = world.orders.get(operationId);
      return soon(order === undefined ? no('operation_unknown') : ok(order));
    },
  };
}
