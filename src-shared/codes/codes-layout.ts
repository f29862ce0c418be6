/**
 * The measures that the list of cards and the frame over it share, in CSS pixels: the list draws names, labels and
 * buttons, the frame the codes alone, and each code must lie in its own card.
 */
export const codesLayout = {
  /** The name of a card and its button. */
  headPx: 48,
  /** One of its codes: the label above it, and itself. */
  partPx: 68,
  labelPx: 24,
  gapPx: 12,
  /** Space above the head and below the codes. */
  padPx: 4,
} as const;

/** Of each card, in this order. */
export const codeParts = ['voucher', 'serialNumber'] as const;
export type CodePart = (typeof codeParts)[number];

export const cardPx = 2 * codesLayout.padPx + codesLayout.headPx + codeParts.length * codesLayout.partPx;

/** Where the card at `index` begins, from the top of the list. */
export function cardTopPx(index: number): number {
  return index * (cardPx + codesLayout.gapPx);
}
