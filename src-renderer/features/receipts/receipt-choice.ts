import type { CallInput } from '../../../src-shared/contract/schemas.ts';

/** What a person wants on the receipt. */
export type ReceiptChoice = Pick<CallInput<'receipts', 'print'>, 'language' | 'withCodes'>;
