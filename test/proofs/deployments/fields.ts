/**
 * Every field of the profile with the values that the proof tries. A value is what stands in the file at that path;
 * `absent` leaves the field out, so that its default is tried as a default.
 */
export const absent = Symbol('absent');

export interface Field {
  readonly path: string;
  /** By the name that the tables use; the first leaves the field out. */
  readonly values: Readonly<Record<string, unknown>>;
  /**
   * Whether a counter that has another value than its service must come to grief. Otherwise: why not. `under` says on
   * what other choices that depends.
   */
  readonly felt: true | string;
  readonly under?: Readonly<Record<string, string>>;
  /**
   * A value at the service and another at the counter that show it, where its first other value and the usual one do
   * not.
   */
  readonly shownBy?: readonly [service: string, counter: string];
}

const target = ['@method', '@authority', '@path', '@query', 'x-service-date'];
const uri = ['@method', '@target-uri', 'x-service-date'];
const everyRequest = [
  '@method',
  '@authority',
  '@path',
  '@query',
  '@scheme',
  'x-service-date',
  'accept',
  'accept-encoding',
  'host',
  'date',
];

const request: readonly Field[] = [
  { path: 'label', values: { default: absent, partner: 'partner' }, felt: true },
  {
    path: 'parameters',
    felt: true,
    values: {
      default: absent,
      least: ['keyid', 'created'],
      nonce: ['created', 'expires', 'nonce', 'keyid', 'alg'],
      'with tag': ['tag', 'created', 'keyid', 'alg', 'expires'],
      'all and tag': ['alg', 'created', 'expires', 'keyid', 'nonce', 'tag'],
    },
  },
  {
    path: 'tag',
    values: { none: absent, counter: 'counter-api', odd: 'a "tag" \\ of ours' },
    felt: true,
    under: { 'request.parameters': 'with tag' },
    shownBy: ['counter', 'odd'],
  },
  {
    path: 'expiresAfterSeconds',
    values: { default: absent, '300 s': 300, '5 s': 5 },
    felt: true,
    shownBy: ['default', '300 s'],
  },
  {
    path: 'createdBackSeconds',
    values: { default: absent, none: 0, '10 s': 10 },
    felt: 'a service takes a date that is seconds old',
  },
  { path: 'maxSkewSeconds', values: { 'as for answers': absent, none: 0, '300 s': 300 }, felt: 'the clocks agree' },
  {
    path: 'components.safeRead',
    felt: true,
    values: { default: absent, uri, all: everyRequest, language: [...target, 'accept-language'] },
  },
  {
    path: 'components.bodylessNonceMutation',
    felt: true,
    values: {
      default: absent,
      'no digest': [...uri, 'nonce'],
      type: [...target, 'content-type', 'content-length', 'nonce'],
      language: [...everyRequest, 'accept-language', 'nonce'],
      'digest first': ['content-digest', 'nonce', ...uri],
    },
  },
  {
    path: 'components.diagnostic',
    felt: true,
    values: {
      default: absent,
      uri: [...uri, 'content-digest', 'content-type', 'nonce'],
      least: ['@method', '@path'],
      language: [...everyRequest, 'accept-language', 'content-digest', 'nonce'],
    },
  },
  {
    path: 'components.orderMutation',
    felt: true,
    values: {
      default: absent,
      uri: ['idempotency-key', 'nonce', 'content-digest', ...uri],
      all: [...everyRequest, 'content-type', 'content-length', 'content-digest', 'nonce', 'idempotency-key'],
      language: [...target, 'accept-language', 'content-digest', 'nonce', 'idempotency-key'],
    },
  },
  { path: 'encoding', values: { default: absent, der: 'der' }, felt: true },
  {
    path: 'serviceDate',
    values: { default: absent, rfc3339: 'rfc3339', imf: 'imf-fixdate', unix: 'unix', 'unix-ms': 'unix-ms' },
    felt: true,
  },
  { path: 'nonce', values: { default: absent, base64url: 'base64url', hex: 'hex' }, felt: true },
  {
    path: 'nonceBytes',
    values: { default: absent, least: 16, most: 64 },
    felt: true,
    under: { 'request.nonce': 'hex' },
  },
  { path: 'digest', values: { default: absent, 'sha-512': 'sha-512', both: 'both' }, felt: true },
  {
    path: 'emptyBodyDigest',
    values: { default: absent, without: false },
    felt: true,
    under: { 'request.components.bodylessNonceMutation': 'no digest' },
  },
  { path: 'bodylessContentType', values: { none: absent, json: 'application/json' }, felt: true },
  { path: 'idempotencyKey', values: { default: absent, quoted: 'quoted' }, felt: true },
  { path: 'emptyQuery', values: { default: absent, nothing: '', omitted: 'omitted' }, felt: true },
  { path: 'cursorEncoding', values: { default: absent, form: 'form' }, felt: true },
  {
    path: 'languages',
    values: { default: absent, regions: { ar: 'ar-KW, ar;q=0.8', en: 'en-GB' }, none: null },
    felt: true,
    under: { 'request.components.safeRead': 'language' },
  },
  {
    path: 'seenAs.scheme',
    values: { same: absent, https: 'https' },
    felt: true,
    under: { 'request.components.safeRead': 'all' },
  },
  {
    path: 'seenAs.authority',
    values: { same: absent, inner: 'partner.inner.example', port: 'partner.inner.example:8443' },
    felt: true,
  },
  {
    path: 'seenAs.pathPrefix',
    values: { same: absent, none: '', inner: '/inner/api' },
    felt: true,
    under: { baseUrl: 'below a path' },
  },
];

const answer: readonly Field[] = [
  {
    path: 'required',
    values: {
      default: absent,
      least: ['@status', 'content-digest'],
      cache: ['content-digest', '@status', 'content-type'],
    },
    felt: true,
  },
  { path: 'requiredIfPresent', values: { default: absent, none: [], some: ['retry-after'] }, felt: true },
  {
    path: 'binding',
    felt: true,
    values: {
      default: absent,
      all: [
        '@target-uri',
        '@scheme',
        '@method',
        'x-service-date',
        'nonce',
        'content-digest',
        'idempotency-key',
        'accept',
        'content-type',
        'host',
        'content-length',
      ],
      least: ['@method', '@path', 'nonce'],
    },
  },
  {
    path: 'kinds',
    felt: true,
    values: {
      none: absent,
      'reads unbound': { safeRead: { binding: [] } },
      several: {
        orderMutation: { requiredIfPresent: [], binding: ['idempotency-key'] },
        enrollmentToken: { required: ['@status', 'content-digest'], binding: ['@path'] },
      },
    },
  },
  { path: 'encoding', values: { default: absent, der: 'der' }, felt: true },
  { path: 'created', values: { default: absent, optional: 'optional' }, felt: true },
  { path: 'label', values: { any: absent, service: 'service' }, felt: true, shownBy: ['any', 'service'] },
  { path: 'tag', values: { any: absent, answer: 'answer' }, felt: true, shownBy: ['any', 'answer'] },
  { path: 'maxSkewSeconds', values: { default: absent, '300 s': 300, '5 s': 5 }, felt: 'the clocks agree' },
];

const enrolment: readonly Field[] = [
  { path: 'answersSigned', values: { default: absent, no: false }, felt: true },
  {
    path: 'proof',
    values: { default: absent, decoded: 'challenge-decoded', prefixed: 'prefixed', jws: 'jws' },
    felt: true,
  },
  {
    path: 'proofPrefix',
    values: { default: absent, other: 'key {keyId} of {invitationId} answers {challenge}' },
    felt: true,
    under: { 'enrolment.proof': 'prefixed' },
  },
  {
    path: 'proofEncoding',
    values: { default: absent, der: 'der-base64url', padded: 'p1363-base64', 'der padded': 'der-base64' },
    felt: true,
  },
  {
    path: 'proofFields',
    values: {
      default: absent,
      least: ['signature'],
      all: ['invitationId', 'challengeGeneration', 'signature', 'challenge', 'keyId'],
    },
    felt: true,
  },
  { path: 'signatureField', values: { default: absent, proof: 'proof' }, felt: true },
  { path: 'jwsHeader', values: { default: absent, jwk: 'jwk' }, felt: true, under: { 'enrolment.proof': 'jws' } },
  {
    path: 'jwsPayload',
    values: { default: absent, all: ['invitationId', 'challenge', 'keyId', 'challengeGeneration'] },
    felt: true,
    under: { 'enrolment.proof': 'jws' },
  },
  {
    path: 'thumbprint',
    values: { default: absent, hex: 'spki-sha256-hex', spki: 'spki-sha256-base64url' },
    felt: true,
  },
  {
    path: 'validDays',
    values: { default: absent, short: { minimum: 7, maximum: 90 }, long: { minimum: 400, maximum: 500 } },
    felt: true,
  },
];

const bodies: readonly Field[] = [
  { path: 'wallets', values: { default: absent, results: 'results', data: 'data', bare: null }, felt: true },
  { path: 'ownedCards', values: { default: absent, results: 'results', cards: 'cards', bare: null }, felt: true },
  { path: 'cursor', values: { default: absent, next: 'next' }, felt: true },
  {
    path: 'cardReveal',
    values: { default: absent, card: 'card', revealed: 'revealed' },
    felt: 'codes are found under any name',
  },
  {
    path: 'invoiceReveal',
    values: { default: absent, items: 'items', codes: 'codes', bare: null },
    felt: 'codes are found under any name',
  },
  { path: 'names', values: { default: absent, text: 'text' }, felt: 'a name is read in either form' },
];

const otherStatuses = {
  card_not_found: 410,
  reveal_not_allowed: 409,
  invoice_reveal_limit_exceeded: 409,
  operation_processing: 425,
};

const topLevel: readonly Field[] = [
  {
    path: 'baseUrl',
    values: { 'at the root': absent, 'below a path': 'http://127.0.0.1:4010/partner/api' },
    felt: 'the service writes down its own',
  },
  {
    path: 'serviceKeys',
    values: {
      set: absent,
      path: { url: '/.well-known/jwks.json', pins: [] },
      address: { url: 'https://keys.example/keys/http-signatures', pins: [] },
    },
    felt: 'the service writes down its own',
  },
  { path: 'refusalStatuses', values: { default: absent, others: otherStatuses }, felt: 'the code decides' },
  { path: 'retryAfterUnit', values: { default: absent, milliseconds: 'milliseconds', dates: 'http-date' }, felt: true },
  {
    path: 'maximumRetryAfterSeconds',
    values: { default: absent, 'an hour': 3_600 },
    felt: 'nobody asks for a longer wait',
  },
  { path: 'maximumQuantity', values: { default: absent, ten: 10 }, felt: true },
  { path: 'answerWaitSeconds', values: { default: absent, 'half a minute': 30 }, felt: 'every answer comes at once' },
  { path: 'safeResendHours', values: { unsaid: absent, 'a day': 24 }, felt: 'nothing waits for hours' },
  {
    path: 'fence',
    values: {
      unsaid: absent,
      'as usual': { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 },
      'long ago': { maxRequestAgeSeconds: 900, visibleWithinSeconds: 10 },
    },
    felt: 'every order is found',
  },
  {
    path: 'logoHosts',
    values: { default: absent, one: ['images.example'] },
    felt: 'logos are decoration, and initials stand where there is none',
  },
  {
    path: 'countersignedJournal',
    values: { default: absent, yes: true },
    felt: "the service takes any reference as the partner's own",
  },
];

function below(group: string, fields: readonly Field[]): Field[] {
  return fields.map((field) => ({ ...field, path: `${group}.${field.path}` }));
}

export const fields: readonly Field[] = [
  ...topLevel,
  ...below('request', request),
  ...below('answer', answer),
  ...below('enrolment', enrolment),
  ...below('bodies', bodies),
];
