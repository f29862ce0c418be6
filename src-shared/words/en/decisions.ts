/** What a person reads before deciding about an order, and what each choice risks. */
export const decisions = {
  'decision.open': 'Read and decide',
  'decision.known': 'What is known',
  'decision.unknown': 'We do not know whether the cards were bought.',
  'decision.requests':
    '{count, plural, one {# attempt was sent to the service, on {time}.} other {# attempts were sent to the service, the last on {time}.}}',
  'decision.differs': 'What was bought differs in: {what}.',
  'decision.differs.status': 'the status',
  'decision.differs.walletId': 'the wallet',
  'decision.differs.cardId': 'the card',
  'decision.differs.quantity': 'the quantity',
  'decision.differs.total': 'the total',
  'decision.differs.currency': 'the currency',
  'decision.differs.soldCards': 'the number of cards',
  'decision.differs.invoiceId': 'the invoice',
  'decision.codesKept':
    '{count, plural, one {# code came and is saved (encrypted).} other {# codes came and are saved (encrypted).}}',
  'decision.ask.title': 'Ask the service’s support first',
  'decision.ask.says': 'Support can look up the order. Give them these numbers.',
  'decision.serviceCode': 'The service’s answer',
  'decision.choose': 'What you can decide',
  'decision.risk': 'Risk:',

  'decision.resend.name': 'Send the same order again',
  'decision.resend.says':
    'The counter sends it under the same number. If the service has it, it answers with that order. If not, it buys now.',
  'decision.resend.do': 'Send again',
  'decision.resend.ask': 'Send the same order again?',
  'decision.resend.confirm': 'Send again',
  'decision.accept-not-bought.name': 'It was not bought',
  'decision.accept-not-bought.says': 'The order is closed as not bought, and you can start a new sale.',
  'decision.accept-not-bought.risk': 'If the service did buy it, the shop pays twice.',
  'decision.accept-not-bought.do': 'Mark as not bought',
  'decision.accept-not-bought.ask': 'Mark this order as not bought?',
  'decision.accept-not-bought.confirm': 'Mark as not bought',
  'decision.accept-as-bought.name': 'It was bought',
  'decision.accept-as-bought.says':
    'The order is closed as bought. Its codes are not here: look for the cards in “Bought cards”.',
  'decision.accept-as-bought.risk':
    'If nothing was bought, the customer gets nothing, and the shop’s books show one sale too many.',
  'decision.accept-as-bought.do': 'Mark as bought',
  'decision.accept-as-bought.ask': 'Mark this order as bought?',
  'decision.accept-as-bought.confirm': 'Mark as bought',
  'decision.reported.says':
    'The order is closed as the service reported it. You can show and hand over the codes that came.',
  'decision.reported.risk':
    'What was bought may not be what the customer asked for. Compare it with the sale before you hand anything over.',

  'decision.final': 'You cannot undo this.',
  'decision.back': 'Cancel',
  'decision.overtaken': 'The counter is checking this order now, or it has changed. Look at it again in a moment.',
  'decision.noCodes': 'Its codes are not here. Look for the cards in “Bought cards”.',
} as const;
