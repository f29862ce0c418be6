import type { CallInput } from '../../../src-shared/contract/schemas.ts';

/** What a person wants on the receipt. */
export type ReceiptWish = Pick<CallInput<'receipts', 'print'>, 'language' | 'withCodes'>;
