import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import {
  answerPrint,
  previewReceipt,
  printReceipt,
  type PrintsContext,
  type PrintRequest,
} from '../../receipts/prints.ts';
import { receiptShop } from '../../receipts/receipt.ts';
import { orderViewOf, type CallContext } from './context.ts';

export function receiptCalls(context: CallContext): CallHandlers['receipts'] {
  return {
    printers: async () => {
      const { printer } = context.ports;
      return ok({ available: printer !== null, names: [...((await printer?.names()) ?? [])] });
    },
    preview: async (input) => {
      const prints = printsOf(context);
      const page = prints.ok ? previewReceipt(prints.value, requestOf(input)) : prints;
      return Promise.resolve(page.ok ? ok({ frame: context.pages.put(page.value) }) : page);
    },
    print: async (input) => {
      const prints = printsOf(context);
      const print = prints.ok ? await printReceipt(prints.value, requestOf(input)) : prints;
      return print.ok ? ok({ print: print.value }) : print;
    },
    answer: async ({ operationId, print, printed }) => {
      const prints = printsOf(context);
      const id = knownId<OperationId>(operationId);
      const facts = prints.ok ? answerPrint(prints.value, [id], print, printed) : prints;
      if (!facts.ok) return Promise.resolve(facts);
      const [order] = facts.value;
      const answered = order === undefined ? err({ code: 'operation_unknown', operationId } as const) : ok(order);
      return Promise.resolve(answered.ok ? ok(orderViewOf(context, id, answered.value)) : answered);
    },
  };
}

function requestOf<T extends { readonly operationId: string }>(input: T): T & Pick<PrintRequest, 'operationIds'> {
  return { ...input, operationIds: [knownId<OperationId>(input.operationId)] };
}

function printsOf(context: CallContext): Result<PrintsContext, Failure> {
  const { ports } = context;
  const open = context.current();
  if (open === null) return err({ code: 'deployment_required' });
  if (!open.counter.ok) return open.counter;
  const {
    localRecords: { records, journal },
    vault,
  } = open.counter.value;
  const preferences = open.preferences.read();
  return ok({
    records,
    journal,
    vault,
    randomness: ports.randomness,
    printer: ports.printer,
    shop: open.mode === 'training' ? null : (language) => receiptShop(preferences.shop, open.name, language),
    preferences,
  });
}
