import type { Failure, ReprintReason } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { PreferencesView } from '../../src-shared/contract/preferences.ts';
import type { Language } from '../../src-shared/words/languages.ts';
import type { CardCodes } from '../core/card-codes.ts';
import type { OperationId } from '../core/ids.ts';
import type { Printer, Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Journal } from '../journal/journal.ts';
import { printsOut, recordCodes, type Order, type OrderCodes } from '../orders/codes/order-codes.ts';
import type { DrawnPage } from '../pages/page.ts';
import { unsealCodes } from '../reveals/records/credentials.ts';
import { codesAgainFault } from '../reveals/records/deliveries.ts';
import { unlessLocked } from '../reveals/records/lock.ts';
import type { Vault } from '../vault/vault.ts';
import { papers } from './papers.ts';
import { receiptPages, receiptPreview } from './receipt-page.ts';
import { receiptOf } from './receipt.ts';

export interface PrintsContext {
  readonly records: OrderCodes;
  readonly journal: Journal;
  readonly vault: Vault;
  readonly randomness: Randomness;
  readonly printer: Printer | null;
  /** Who sells; null in training. */
  readonly shop: string | null;
  readonly preferences: Pick<PreferencesView, 'receiptPaper' | 'printerName'>;
}

export interface PrintRequest {
  readonly operationId: OperationId;
  readonly language: Language;
  readonly withCodes: boolean;
  readonly reason?: ReprintReason;
}

/** The receipt as it would be printed, with its codes covered. Nothing comes out, so nothing is recorded. */
export function previewReceipt(
  { records, shop, preferences }: PrintsContext,
  { operationId, language, withCodes }: PrintRequest,
): Result<DrawnPage, Failure> {
  const facts = boughtOrder(records, operationId);
  if (!facts.ok) return facts;
  return ok(
    receiptPreview(
      receiptOf(operationId, facts.value, { language, shop, codes: withCodes ? 'covered' : null }),
      papers[preferences.receiptPaper],
    ),
  );
}

/**
 * Sends a receipt to the printer, recorded first: a receipt that may lie on the counter is in the journal (law 6).
 * Gives the name of this print, for the person's word on what came out. Errors: `printer_unavailable`, `print_failed`,
 * `print_reason_required` for every print after one that the printer took.
 */
export async function printReceipt(context: PrintsContext, request: PrintRequest): Promise<Result<string, Failure>> {
  const { records, randomness, printer, shop, preferences } = context;
  const { operationId, language, withCodes, reason } = request;
  const facts = boughtOrder(records, operationId);
  if (!facts.ok) return facts;
  if (printer === null) return err({ code: 'printer_unavailable', operationId });
  if (printsOut(facts.value) > 0 && reason === undefined)
    return err({ code: 'print_reason_required', field: 'reason', operationId });
  const fault = withCodes ? codesAgainFault(facts.value) : null;
  if (fault !== null) return err(fault);
  const codes = withCodes ? codesOf(context, operationId, facts.value) : ok(null);
  if (!codes.ok) return codes;
  const paper = papers[preferences.receiptPaper];
  const pages = receiptPages(receiptOf(operationId, facts.value, { language, shop, codes: codes.value }), paper);
  const print = randomness.uuid();
  const started = recordCodes(records, operationId, 'receipt-print-started', {
    print,
    withCodes,
    paper: preferences.receiptPaper,
    language,
    reason: reason ?? null,
  });
  if (!started.ok) return started;
  const sent = await printer.print({
    documents: pages.map(({ html }) => html),
    paper,
    printerName: preferences.printerName,
  });
  if (sent.ok) return ok(print);
  recordCodes(records, operationId, 'receipt-print-failed', { print, reason: sent.error.code });
  return err({ ...detailed('print_failed', sent.error.code), operationId });
}

/** Writes down what the person saw; the first word on a print stands. */
export function answerPrint(
  { records }: Pick<PrintsContext, 'records'>,
  operationId: OperationId,
  print: string,
  printed: boolean,
): Result<Order, Failure> {
  const facts = boughtOrder(records, operationId);
  if (!facts.ok) return facts;
  const known = facts.value.prints.find((each) => each.print === print);
  if (known === undefined) return err({ code: 'input_invalid', field: 'print', operationId });
  return known.ended === null ? recordCodes(records, operationId, 'receipt-print-answered', { print, printed }) : facts;
}

function boughtOrder(records: OrderCodes, operationId: OperationId): Result<Order, Failure> {
  const facts = records.find(operationId);
  if (facts === null) return err({ code: 'operation_unknown', operationId });
  return facts.completed === null ? err({ ...detailed('codes_unavailable', 'not_completed'), operationId }) : ok(facts);
}

/** All of them or none: a receipt with some of its codes would look complete. */
function codesOf(
  { journal, vault }: PrintsContext,
  operationId: OperationId,
  facts: Order,
): Result<readonly CardCodes[], Failure> {
  const open = unlessLocked(journal, operationId, facts);
  if (!open.ok) return open;
  if (facts.sealedCodes.size < facts.intent.quantity)
    return err({ ...detailed('codes_unavailable', 'to_reveal'), operationId });
  return unsealCodes(journal, vault, facts.sealedCodes);
}
