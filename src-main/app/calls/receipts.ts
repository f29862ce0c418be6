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
    answer: async ({ operationIds, print, printed }) => {
      const prints = printsOf(context);
      const ids = operationIds.map((id) => knownId<OperationId>(id));
      const answered = prints.ok ? answerPrint(prints.value, ids, print, printed) : prints;
      if (!answered.ok) return Promise.resolve(answered);
      const orders = ids.flatMap((id, index) => {
        const order = answered.value[index];
        return order === undefined ? [] : [orderViewOf(context, id, order)];
      });
      return Promise.resolve(ok({ orders }));
    },
  };
}

function requestOf<T extends { readonly operationIds: readonly string[] }>(
  input: T,
): Omit<T, 'operationIds'> & Pick<PrintRequest, 'operationIds'> {
  return { ...input, operationIds: input.operationIds.map((id) => knownId<OperationId>(id)) };
}

function printsOf(context: CallContext): Result<PrintsContext, Failure> {
  const { ports } = context;
  const open = context.current();
  if (open === null) return err({ code: 'deployment_required' });
  if (!open.counter.ok) return open.counter;
  const {
    localRecords: { records, journal, payments },
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
    paidBy: (operationId) => payments.meansOf(operationId),
    givenBack: (operationIds) => payments.givenBack(operationIds),
    preferences,
  });
}
