/** The key in use, when it ends, the one that replaces it, and the service's own keys. */
export const keys = {
  'key.validity': 'Validity',
  'key.end': 'At least until {date}',
  'key.ends':
    '{count, plural, one {The key of this counter may end in # day, on {date}.} other {The key of this counter may end in # days, on {date}.}} Enrol the key that replaces it.',
  'key.endsToday': 'The key of this counter may end today, {date}. Enrol the key that replaces it now.',
  'key.ended': 'The key of this counter may have ended on {date}. Enrol the key that replaces it now.',
  'key.replace.title': 'The key that replaces this one',
  'key.replace.says':
    'Ask the service’s staff for a new invitation. This counter goes on selling with its key until the new one is activated.',
  'key.replace.begin': 'Replace the key',
  'key.replace.submit': 'Enrol the new key',
  'key.replaced.title': 'The key before this one',
  'key.replaced.orders':
    '{count, plural, one {One order is signed with it and not settled yet.} other {# orders are signed with it and not settled yet.}} Ask the service’s staff to leave it in force until then.',
  'key.replaced.retire': 'Retire it now',
  'serviceKeys.title': 'A new key of the service waits to be confirmed',
  'serviceKeys.says':
    'The service signs its answers with it. Ask the service’s staff for its thumbprint, on the telephone or on paper, and compare every group. Until then nothing that is signed with it is believed.',
  'serviceKeys.none': 'No key of the service is confirmed yet.',
  'serviceKeys.read': 'Read the service’s keys',
  'serviceKeys.kid': 'Name of the key',
  'serviceKeys.thumbprint': 'Thumbprint',
  'serviceKeys.confirm': 'The staff say the same: confirm',
  'serviceKeys.confirmed': 'Keys of the service that were confirmed here',
  'serviceKeys.withdraw': 'Withdraw the confirmation',
  'serviceKeys.withdraw.title': 'Stop trusting the key {kid}?',
  'serviceKeys.withdraw.says':
    'Do this where it was confirmed by mistake, or the service’s staff say that it is not theirs. Where it is the only key, nothing can be sold until another is confirmed.',
  'serviceKeys.withdraw.back': 'Leave it confirmed',
  'serviceKeys.look': 'Compare the thumbprint',

  'profileNotes.title': 'What the deployment file leaves open',
  'profileNotes.says': 'Your partner’s engineer can ask the service’s staff and complete the file.',
  'profileNotes.order_uncovered':
    'The signature of an order does not cover all of it. Whoever stands between could change the rest.',
  'profileNotes.refusals_unbound':
    'A refusal need not say which order it is for. It proves nothing by itself, and you may have to decide about the order.',
  'profileNotes.not_found_unbound':
    'The answer "not found" need not say which order it is about. It never proves that nothing was bought, so you decide.',
  'profileNotes.no_pin': 'The file names no key of the service. Each one has to be confirmed here by its thumbprint.',
  'profileNotes.fence_unsaid':
    'The file does not say how old a request the service takes and how soon an order can be seen. Nothing ever proves that an order was not bought, so you decide.',
  'profileNotes.resend_unsaid':
    'The file does not say how long the service remembers an order. After a day the counter does not send an order without a sure answer again.',
} as const;
