/** What a person reads before deciding about an order, and what each choice risks. */
export const decisions = {
  'decision.open': 'Read and decide',
  'decision.known': 'What is known',
  'decision.unknown': 'It is not known whether the cards were bought.',
  'decision.requests':
    '{count, plural, one {# request went to the service, on {time}.} other {# requests went to the service, the last on {time}.}}',
  'decision.differs': 'What was bought differs in: {what}.',
  'decision.differs.walletId': 'the wallet',
  'decision.differs.cardId': 'the card',
  'decision.differs.quantity': 'the quantity',
  'decision.differs.total': 'the total',
  'decision.differs.currency': 'the currency',
  'decision.differs.soldCards': 'the number of cards',
  'decision.differs.invoiceId': 'the invoice',
  'decision.codesKept':
    '{count, plural, one {# code came and is kept sealed.} other {# codes came and are kept sealed.}}',
  'decision.ask.title': 'Ask the service’s staff first',
  'decision.ask.says': 'They can look the order up. Give them these numbers.',
  'decision.serviceCode': 'The service’s answer',
  'decision.choose': 'What you can decide',
  'decision.risk': 'Risk:',

  'decision.resend.name': 'Send the same order again',
  'decision.resend.says':
    'It goes out under the same number. If the service has it, it answers with that one; if not, it buys now.',
  'decision.resend.do': 'Send again',
  'decision.resend.ask': 'Send the same order again?',
  'decision.resend.confirm': 'Yes, send it again',
  'decision.accept-not-bought.name': 'It was not bought',
  'decision.accept-not-bought.says': 'The order is closed as not bought, and a new sale can begin.',
  'decision.accept-not-bought.risk':
    'If the service bought it all the same, the shop has paid for it and pays again with a new sale.',
  'decision.accept-not-bought.do': 'Count as not bought',
  'decision.accept-not-bought.ask': 'Count this order as not bought?',
  'decision.accept-not-bought.confirm': 'Yes, not bought',
  'decision.accept-as-bought.name': 'It was bought',
  'decision.accept-as-bought.says':
    'The order is closed as bought. None of its codes are here: look for the cards under “Owned cards”.',
  'decision.accept-as-bought.risk':
    'If nothing was bought, the customer gets nothing for this sale and the shop’s books show one too many.',
  'decision.accept-as-bought.do': 'Count as bought',
  'decision.accept-as-bought.ask': 'Count this order as bought?',
  'decision.accept-as-bought.confirm': 'Yes, bought',
  'decision.reported.says':
    'The order is closed as the service reported it. The codes that came can be opened and handed over.',
  'decision.reported.risk':
    'What was bought may not be what the customer asked for. Compare it with the sale before you hand anything over.',

  'decision.final': 'It is written in the journal and cannot be taken back.',
  'decision.back': 'Go back',
  'decision.overtaken': 'The order is being asked about just now, or has changed. Look at it again in a moment.',
  'decision.noCodes': 'None of its codes are here. Look for the cards under “Owned cards”.',
} as const;
