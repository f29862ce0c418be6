/** The key in use, when it ends, the one that replaces it, and the service's own keys. */
export const keys = {
  'key.validity': 'Validity',
  'key.end': 'At least until {date}',
  'key.ends':
    '{count, plural, one {The key of this counter may end in # day, on {date}.} other {The key of this counter may end in # days, on {date}.}} Set up the key that replaces it.',
  'key.endsToday': 'The key of this counter may end today, {date}. Set up the key that replaces it now.',
  'key.ended': 'The key of this counter may have ended on {date}. Set up the key that replaces it now.',
  'key.replace.title': 'The key that replaces this one',
  'key.replace.says':
    'Ask the service’s support for a new invitation. This counter keeps selling with its key until the new one is active.',
  'key.replace.begin': 'Replace the key',
  'key.replace.submit': 'Set up the new key',
  'key.replaced.title': 'The key before this one',
  'key.replaced.orders':
    '{count, plural, one {One unfinished order is signed with it.} other {# unfinished orders are signed with it.}} Ask the service’s support to keep it active until then.',
  'key.replaced.retire': 'Stop using it',
  'serviceKeys.title': 'A new key of the service waits to be confirmed',
  'serviceKeys.says':
    'The service signs its answers with it. Ask the service’s support for its key fingerprint, on the telephone or on paper, and compare every group. Until then answers signed with it are not accepted.',
  'serviceKeys.none': 'No key of the service is confirmed yet.',
  'serviceKeys.read': 'Read the service’s keys',
  'serviceKeys.kid': 'Name of the key',
  'serviceKeys.thumbprint': 'Key fingerprint',
  'serviceKeys.confirm': 'They match: confirm',
  'serviceKeys.confirmed': 'Keys of the service that were confirmed here',
  'serviceKeys.withdraw': 'Withdraw the confirmation',
  'serviceKeys.withdraw.title': 'Withdraw the confirmation of the key {kid}?',
  'serviceKeys.withdraw.says':
    'Its answers are then not accepted. Do this if it was confirmed by mistake, or the service’s support says that it is not theirs. If it is the only key, you cannot sell until another is confirmed.',
  'serviceKeys.withdraw.back': 'Cancel',
  'serviceKeys.look': 'Compare the key fingerprint',

  'deploymentSigner.title': 'The connection file was signed',
  'deploymentSigner.says':
    'Ask the service’s support for the fingerprint of the key that signs its files, and compare every group.',
  'deploymentSigner.changed':
    'What is in use now is not what was signed. Ask the service’s support for a new signed file and choose it.',
  'deploymentSigner.unreadable': 'The signature of the connection file cannot be read',
  'deploymentSigner.unreadable.says':
    'Who signed the connection file cannot be read any more. Ask the service’s support for a signed file and choose it.',

  'certificates.title': 'Extra certificates on this computer',
  'certificates.unused': 'The environment names them ({names}). The counter does not use them.',
  'certificates.used':
    'The environment names them ({names}), and this build of the counter may trust them. Whoever holds one can read what the service sends. Ask your technician whether that is meant.',
  'profileNotes.title': 'What the connection file leaves open',
  'profileNotes.says': 'Your technician can ask the service’s support and complete the file.',
  'profileNotes.order_uncovered':
    'The signature of an order does not cover all of it. Something on the way could change the rest.',
  'profileNotes.refusals_unbound':
    'A refusal need not say which order it is for. It is not enough by itself, and you may have to decide about the order.',
  'profileNotes.not_found_unbound':
    'The answer "not found" need not say which order it is about. It is never enough to say that nothing was bought, so you decide.',
  'profileNotes.no_pin': 'The file names no key of the service. You confirm each one here by its key fingerprint.',
  'profileNotes.fence_unsaid':
    'The file does not say how old an attempt the service accepts, and how soon an order can be seen. So the counter can never be sure that an order was not bought, and you decide.',
  'profileNotes.resend_unsaid':
    'The file does not say how long the service remembers an order. After a day the counter does not send an order without a verified answer again.',
} as const;
