/** What keeps calls from being accepted, as the diagnostics name it; each is said in every language with what to do. */
export const causes = [
  // nothing does, or only this computer's clock is off
  'none',
  'clock',
  // this counter's key
  'no_key',
  'key_elsewhere',
  'key_unreadable',
  'key_over',
  'key_awaiting',
  'key_not_accepted',
  // its enrolment
  'invitation_refused',
  'invitation_over',
  'key_refused',
  'restart_awaited',
  'proof_form',
  'thumbprint_differs',
  // the way
  'unreachable',
  'certificate_refused',
  'no_answer',
  'not_the_service',
  'answer_changed',
  'body_changed',
  'request_changed',
  'request_repeated',
  // the profile: fields whose right value was found, or that only the service can tell
  'profile',
  'service_key_unknown',
  'address_unknown',
  'order_form',
  'reveal_form',
  'cursor_form',
  'answer_uncovered',
  'form_unknown',
  'base_path',
  'service_form',
  // the service's own rules
  'source_ip_not_allowed',
  'permission_missing',
  'access_withdrawn',
  'no_wallet',
  'service_busy',
  // the search itself
  'stopped',
  'word_needed',
  'locked_out',
] as const;
export type Cause = (typeof causes)[number];

/** What the diagnostics saw on the way to the cause; each is a sentence in every language. */
export const evidenceKinds = [
  'keyUsed',
  'keyOver',
  'acceptedBefore',
  'clock',
  'read',
  'diagnostic',
  'answerFits',
  'tried',
  'cutShort',
  'confirmed',
  'orderRefused',
  'revealRefused',
  'nextPageRefused',
  'answerUncovered',
  'invitation',
  'keyRefused',
  'proofTaken',
  'proofRefused',
  'thumbprintFits',
  'otherwiseRefused',
  'wordNeeded',
  'takenOut',
  'unsigned',
  'otherSigner',
  'headerChanged',
  'notBound',
  'changedOnTheWay',
  'methodChanged',
  'keptAnswer',
  'scopesMissing',
  'walletsNone',
  // what the system said where no connection came up
  'nameUnknown',
  'connectionRefused',
  'noTls',
  'certificateExpired',
  'certificateOfAnother',
  'certificateUntrusted',
  // what something in front of the service asks for
  'redirected',
  'asksProxyLogin',
  'asksLogin',
  'asksTls',
  'asksCertificate',
  'asksOtherHttp',
  // how answers are written that no change of the profile reads
  'nothingSigned',
  'olderSignature',
  'olderDigest',
  'signatureUnreadable',
  'keyIdMissing',
  'createdMissing',
  'createdNoSeconds',
  'signatureOver',
  'otherAlgorithm',
  'noContent',
  'inputUnreadable',
  'signatureNoBytes',
  'labelUnpaired',
  'requestUnmarked',
  'coversTooLittle',
  'digestUnreadable',
  'keySetUnread',
  'keySetUnreached',
  'keySetUnusable',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** How one call of the diagnostics went. `unbelieved`, which the command line prints: unverified. */
export const probeOutcomes = ['accepted', 'refused', 'form', 'busy', 'unbelieved'] as const;
export type ProbeOutcome = (typeof probeOutcomes)[number];

/** What a diagnosis lays side by side. */
export const diagnosisLineNames = [
  'method',
  'authority',
  'path',
  'query',
  'components',
  'scope',
  'keyId',
  'time',
] as const;
