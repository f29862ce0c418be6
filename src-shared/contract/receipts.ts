import { z } from 'zod';
import { withApproval } from './approvals.ts';
import { mostBasketLines } from './choices.ts';
import { reprintReasons } from './codes.ts';
import { language, uuid } from './shapes.ts';

/** The orders that one customer bought at one press: they are on one receipt. */
const operationIds = z.array(uuid).min(1).max(mostBasketLines);
/** Whose receipt, in which language, and whether the codes stand on it. Paper and printer are preferences. */
const receipt = z.strictObject({ operationIds, language, withCodes: z.boolean() });

export const receiptInputs = {
  preview: receipt,
  /** `reason` is needed for every print of an order after one that the printer took. */
  print: receipt.extend({ reason: z.enum(reprintReasons).exactOptional(), ...withApproval }),
  /** What the person saw come out of the printer: it does not say itself. */
  answer: z.strictObject({ operationIds, print: uuid, printed: z.boolean() }),
};

export const receiptOutputs = {
  printers: z.object({ available: z.boolean(), names: z.array(z.string()) }),
  /** The receipt as it will be, with the codes covered; a frame can load it once. */
  preview: z.object({ frame: z.string().regex(/^\/drawn\/[\w-]{43}$/) }),
  print: z.object({ print: uuid }),
};

/** How often a printer took a receipt, and the print of which nobody has said yet whether it came out. */
export const printsView = z.object({ times: z.number().int(), unanswered: uuid.optional() });
