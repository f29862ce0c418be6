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
      const facts = prints.ok ? answerPrint(prints.value, id, print, printed) : prints;
      return Promise.resolve(facts.ok ? ok(orderViewOf(context, id, facts.value)) : facts);
    },
  };
}

function requestOf<T extends { readonly operationId: string }>(
  input: T,
): Omit<T, 'operationId'> & Pick<PrintRequest, 'operationId'> {
  return { ...input, operationId: knownId<OperationId>(input.operationId) };
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
  return ok({
    records,
    journal,
    vault,
    randomness: ports.randomness,
    printer: ports.printer,
    shop: open.mode === 'training' ? null : open.name,
    preferences: open.preferences.read(),
  });
}
