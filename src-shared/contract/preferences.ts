import { z } from 'zod';
import { longestShopAddress, longestShopName, receiptPapers } from './choices.ts';
import { uuid } from './shapes.ts';

/** A barcode as this counter tells it again. Without the counter's data key nobody finds the barcode. */
export const barcodeDigest = z.string().regex(/^hmac:[\w-]{43}$/);
export const barcode = z.string().min(4).max(64);

/** Text that prints as it is read: nothing that is invisible turns its direction. */
const printed = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;
const shopName = z.string().max(longestShopName).regex(printed);
/** Up to three lines. */
const shopAddress = z
  .string()
  .max(longestShopAddress)
  .refine((text) => text.split('\n').length <= 3 && text.split('\n').every((line) => printed.test(line)));

/** What the people at one counter chose for it. No secret, and nothing that an order depends on. */
export const preferencesView = z.strictObject({
  /** Cards, in the order of their digits. */
  favourites: z.array(uuid).max(200),
  /** For each wallet the balance under which a person calls it low; null where a person wants no word of it. */
  lowBalance: z.record(
    uuid,
    z
      .string()
      .regex(/^\d{1,15}\.\d{3}$/)
      .nullable(),
  ),
  /** For each barcode that was paired here, its card. Not the barcode itself: somebody may have scanned a voucher. */
  pairedBarcodes: z.record(barcodeDigest, uuid),
  /** The wallet that was sold from last. */
  walletId: uuid.nullable(),
  receiptPaper: z.enum(receiptPapers),
  /** The system's name of the printer; null for the one it prefers itself. */
  printerName: z.string().max(200).nullable(),
  /** After so long a copied code is taken from the clipboard. */
  clipboardSeconds: z.number().int().min(5).max(600),
  /** After so long without a touch the counter locks. */
  idleLockMinutes: z.number().int().min(1).max(120),
  /** A sale of more cards than this asks once more. */
  askAboveCards: z.number().int().min(1).max(10_000),
  /**
   * For each currency the total above which a sale asks once more; one that is not here has the usual amount
   * (`large-sale.ts`).
   */
  askAboveAmount: z.record(z.string().max(10), z.string().regex(/^\d{1,15}\.\d{3}$/)),
  /** What stands on receipts, in both scripts; empty where nobody wrote it. */
  shop: z.strictObject({ nameEn: shopName, nameAr: shopName, addressEn: shopAddress, addressAr: shopAddress }),
});
export type PreferencesView = z.infer<typeof preferencesView>;

const { shape } = preferencesView;
/** Fields that are given replace what was there, whole. */
export const preferencesChange = z.strictObject({
  favourites: shape.favourites.exactOptional(),
  lowBalance: shape.lowBalance.exactOptional(),
  pairedBarcodes: shape.pairedBarcodes.exactOptional(),
  walletId: shape.walletId.exactOptional(),
  receiptPaper: shape.receiptPaper.exactOptional(),
  printerName: shape.printerName.exactOptional(),
  clipboardSeconds: shape.clipboardSeconds.exactOptional(),
  idleLockMinutes: shape.idleLockMinutes.exactOptional(),
  askAboveCards: shape.askAboveCards.exactOptional(),
  askAboveAmount: shape.askAboveAmount.exactOptional(),
  shop: shape.shop.exactOptional(),
} satisfies Record<keyof PreferencesView, z.ZodType>);
export type PreferencesChange = z.infer<typeof preferencesChange>;
