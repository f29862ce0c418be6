import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { Language } from '../../src-shared/words/languages.ts';
import type { CardCodes } from '../core/card-codes.ts';
import type { OperationId } from '../core/ids.ts';
import type { Randomness, StepMark } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Journal } from '../journal/journal.ts';
import { recordCodesTogether, type Order, type OrderCodes } from '../orders/codes/order-codes.ts';
import { unlessHeld } from '../reveals/records/held-codes.ts';
import { codesSheet } from './codes-sheet.ts';
import { newPassword } from './password.ts';

/** Where a test may end the process: with the encrypted bytes in hand, and with the file written. */
export const codesFileSteps = ['codes-packed', 'codes-file-written'] as const;
export type CodesFileStep = (typeof codesFileSteps)[number];

export interface CodesFileContext {
  readonly records: OrderCodes;
  readonly journal: Journal;
  readonly randomness: Randomness;
  /** All codes of an order, or none; where it has to be, from the service. */
  readonly bring: (operationId: OperationId) => Promise<Result<readonly CardCodes[], Failure>>;
  readonly faceValueOf: (order: Order) => string | null;
  /** Why these words may not be kept beside such codes; null where they may. */
  readonly reasonFault: (reason: string, codes: readonly CardCodes[]) => Failure | null;
  readonly step: StepMark<CodesFileStep>;
}

export interface CodesFileRequest {
  readonly operationId: OperationId;
  /** With all that its customer bought beside it. */
  readonly wholeSale: boolean;
  readonly reason: string;
  /** The person knows that codes of it were saved before. */
  readonly again: boolean;
  readonly language: Language;
  /** Whether whoever asked for it is still there. */
  readonly isWatched: () => boolean;
}

/**
 * Gets the encrypted bytes once it is known where they go, and makes them durable there. Gives the name that the file
 * has; false where it could not; null where a person chose no place, and nothing was made.
 */
export type WriteFile = (name: string, make: () => Promise<Uint8Array | null>) => Promise<string | false | null>;

/** What came out. The password stands nowhere else. */
export interface SavedCodes {
  /** The name that the file has. */
  readonly name: string;
  readonly password: string;
  readonly cards: number;
}

/**
 * Saves the codes of a sale in an encrypted file. They count as out once that is recorded, and only then the password
 * comes out: nobody can open a file that was left behind before. Null where nothing was chosen. Errors:
 * `codes_saved_before` unless `again`, `sale_void`, `codes_not_saved`, and those of showing codes.
 */
export async function saveCodes(
  context: CodesFileContext,
  request: CodesFileRequest,
  write: WriteFile,
): Promise<Result<SavedCodes | null, Failure>> {
  const ready = ordersToSave(context, request);
  if (!ready.ok) return ready;
  const file = context.randomness.uuid();
  const made: { result?: Result<Packed, Failure> } = {};
  const written = await write(fileNameOf(ready.value), async () => {
    made.result = await pack(context, request, file);
    return made.result.ok ? made.result.value.bytes : null;
  });
  if (made.result === undefined) return written === null ? ok(null) : err({ code: 'codes_not_saved' });
  if (!made.result.ok) return made.result;
  const packed = made.result.value;
  if (written === null || written === false) return failed(context, packed, file, 'not_saved');
  context.step('codes-file-written');
  return finish(context, request, { ...packed, name: written }, file);
}

interface Packed extends Omit<SavedCodes, 'name'> {
  readonly bytes: Uint8Array;
  readonly orders: readonly SoldOrder[];
}

interface SoldOrder {
  readonly operationId: OperationId;
  readonly order: Order;
}

/** The orders whose codes are meant: bought, not locked or void, and not saved before unless that is known. */
function ordersToSave(context: CodesFileContext, request: CodesFileRequest): Result<readonly SoldOrder[], Failure> {
  const { operationId, wholeSale, again } = request;
  const order = context.records.find(operationId);
  if (order === null) return err({ code: 'operation_unknown', operationId });
  const alone = [{ operationId, order }];
  const orders = wholeSale && order.completed !== null ? boughtWith(context.records, order) : alone;
  const meant = orders.length === 0 ? alone : orders;
  for (const sold of meant) {
    if (sold.order.completed === null)
      return err({ ...detailed('codes_unavailable', 'not_completed'), operationId: sold.operationId });
    const open = unlessHeld(context.journal, sold.operationId, sold.order);
    if (!open.ok) return open;
    if (sold.order.keptBack) return err({ code: 'sale_void', operationId: sold.operationId });
    if (sold.order.filesSaved > 0 && !again) return err({ code: 'codes_saved_before', operationId: sold.operationId });
  }
  return ok(meant);
}

const mostOfSale = 500;

/** What one customer bought at one press and did not give back, in the sequence of its lines. */
function boughtWith(records: OrderCodes, { intent: { basket, saleNumber } }: Order): readonly SoldOrder[] {
  if (basket === undefined || saleNumber === undefined) return [];
  const page = records.page({ show: 'all', find: saleNumber, limit: mostOfSale });
  const operationIds = page.ok ? page.value.operationIds : [];
  return operationIds
    .flatMap((operationId): readonly SoldOrder[] => {
      const order = records.find(operationId);
      return order === null || order.completed === null || order.keptBack || order.intent.basket !== basket
        ? []
        : [{ operationId, order }];
    })
    .toSorted((one, other) => (one.order.intent.basketLine ?? 0) - (other.order.intent.basketLine ?? 0));
}

/** Tells the sale by its short number, and which file of it this is; nothing of the customer. */
function fileNameOf(orders: readonly SoldOrder[]): string {
  const [first] = orders;
  const before = Math.max(0, ...orders.map(({ order }) => order.filesSaved));
  const sale = first?.order.intent.saleNumber ?? first?.operationId.slice(0, 8) ?? '';
  return `codes-${sale}${before === 0 ? '' : `-${before + 1}`}.zip`;
}

async function pack(
  context: CodesFileContext,
  request: CodesFileRequest,
  file: string,
): Promise<Result<Packed, Failure>> {
  // A person was asked for a place meanwhile.
  const meant = ordersToSave(context, request);
  if (!meant.ok) return meant;
  const withCodes = [];
  for (const { operationId, order } of meant.value) {
    const codes = await context.bring(operationId);
    if (!codes.ok) return codes;
    withCodes.push({ intent: order.intent, faceValue: context.faceValueOf(order), codes: codes.value });
  }
  const all = withCodes.flatMap(({ codes }) => codes);
  const fault = context.reasonFault(request.reason, all);
  if (fault !== null) return err(fault);
  if (!request.isWatched()) return err(leftAlone);
  const operationIds = meant.value.map(({ operationId }) => operationId);
  const started = recordCodesTogether(
    context.records,
    'codes-file-started',
    bodyOfEach(operationIds, () => ({
      file,
      reason: request.reason,
    })),
  );
  if (!started.ok) return started;
  const password = newPassword(context.randomness);
  // Read when it is needed: few commands and few days need it.
  const { encryptedWorkbook } = await import('./archive.ts');
  const bytes = await encryptedWorkbook(codesSheet(withCodes, request.language), password);
  context.step('codes-packed');
  return ok({ password, cards: all.length, bytes, orders: meant.value });
}

/** Records that the codes are out, unless whoever asked is gone, or they were saved or kept back meanwhile. */
function finish(
  context: CodesFileContext,
  { isWatched }: CodesFileRequest,
  packed: Packed & Pick<SavedCodes, 'name'>,
  file: string,
): Result<SavedCodes, Failure> {
  const { orders, password, cards, name } = packed;
  if (!isWatched()) return failed(context, packed, file, 'left');
  const voided = orders.find(({ operationId }) => context.records.find(operationId)?.keptBack === true);
  if (voided !== undefined) {
    failed(context, packed, file, 'not_saved');
    return err({ code: 'sale_void', operationId: voided.operationId });
  }
  const before = new Map(orders.map(({ operationId, order }) => [operationId, order.filesSaved]));
  const moved = orders.find(
    ({ operationId, order }) => context.records.find(operationId)?.filesSaved !== order.filesSaved,
  );
  if (moved !== undefined) {
    failed(context, packed, file, 'not_saved');
    return err({ code: 'codes_saved_before', operationId: moved.operationId });
  }
  const saved = recordCodesTogether(
    context.records,
    'codes-file-saved',
    bodyOfEach([...before.keys()], (id) => ({
      file,
      times: (before.get(id) ?? 0) + 1,
    })),
  );
  return saved.ok ? ok({ password, cards, name }) : saved;
}

const leftAlone: Failure = { code: 'not_allowed', detail: 'locked' };

function failed(
  { records }: CodesFileContext,
  { orders }: Packed,
  file: string,
  reason: 'not_saved' | 'left',
): Result<never, Failure> {
  const operationIds = orders.map(({ operationId }) => operationId);
  const recorded = recordCodesTogether(
    records,
    'codes-file-failed',
    bodyOfEach(operationIds, () => ({ file, reason })),
  );
  if (!recorded.ok) return recorded;
  return err(reason === 'left' ? leftAlone : { code: 'codes_not_saved' });
}

function bodyOfEach<Body>(
  operationIds: readonly OperationId[],
  bodyOf: (operationId: OperationId) => Body,
): ReadonlyMap<OperationId, Body> {
  return new Map(operationIds.map((id) => [id, bodyOf(id)]));
}
