/** The few words of a receipt. It is the customer's: its language is chosen apart from that of the screens. */
export const paper = {
  'paper.title': 'Receipt',
  'paper.copy': 'Copy',
  'paper.training': 'TRAINING - not a sale',
  'paper.card': 'Card',
  'paper.price': 'Price each',
  'paper.quantity': 'Quantity',
  'paper.total': 'Total',
  'paper.time': 'Sold',
  'paper.reference': 'Reference',
  'paper.saleNumber': 'Sale',
  'paper.order': 'Order',
  'paper.invoice': 'Invoice',
  'paper.voucher': 'Card code',
  'paper.serialNumber': 'Serial number',
  'paper.number': 'No.',
  'paper.unnamed': 'Card',
} as const;
