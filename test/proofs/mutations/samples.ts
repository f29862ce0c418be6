import { refusalTable } from '../../../src-main/orders/machine/refusal-table.ts';
import { diagnosticBody, operations, type OperationName } from '../../../src-main/partner-api/operations/table.ts';
import { messageOf, orderForm, prepareRequest, type RequestDraft } from '../../../src-main/partner-api/request.ts';
import type { HeaderLine, RequestMessage } from '../../../src-main/signatures/message.ts';
import { intent, operationId, walletId } from '../../unit/src-main/orders/order-samples.ts';
import { diagnostic, enrolment, orders, parameters, reads, reveals } from './bodies.ts';
import { seededRandom, type Random } from './random.ts';
import { nowSeconds, profileWith, signAnswer, type Genuine, type ServiceKey, type AnswerContent } from './service.ts';

export const families = [
  'order',
  'order refused',
  'order read',
  'reveal',
  'read',
  'other refused',
  'diagnostic',
  'enrolment',
] as const;
export type Family = (typeof families)[number];

/** One kind of answer: the request, what the service said and the signed answer to that request. */
export interface Sample {
  readonly kind: string;
  readonly family: Family;
  readonly operation: OperationName;
  readonly request: RequestMessage;
  readonly content: AnswerContent;
  readonly genuine: Genuine;
}

interface Kind {
  readonly kind: string;
  readonly family: Family;
  readonly operation: OperationName;
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const location = { location: '/v1/orders/' + operationId };

const successes: readonly Kind[] = [
  order('order completed', 201, orders.completed, location),
  order('order resumed, first report', 200, orders.completed, location),
  order('order replayed', 200, orders.replayed, { ...location, 'idempotency-replayed': 'true' }),
  order('order accepted', 202, orders.processing, { ...location, 'retry-after': '5' }),
  order('order recovery exhausted', 200, orders.recoveryExhausted, { 'retry-after': 'Fri, 15 Jan 2027 08:00:30 GMT' }),
  order('order failed', 200, orders.failed),
  {
    kind: 'order read',
    family: 'order read',
    operation: 'getPartnerOrder',
    status: 200,
    body: orders.replayed,
    headers: { 'retry-after': '5' },
  },
  {
    kind: 'order read, processing',
    family: 'order read',
    operation: 'getPartnerOrder',
    status: 200,
    body: orders.processing,
  },
  { kind: 'card reveal', family: 'reveal', operation: 'revealPartnerOwnedCard', status: 200, body: reveals.card },
  {
    kind: 'invoice reveal',
    family: 'reveal',
    operation: 'revealPartnerInvoiceCards',
    status: 200,
    body: reveals.invoice,
  },
  read('profile', 'getPartnerProfile', reads.profile),
  read('wallets', 'getPartnerWallets', reads.wallets),
  read('wallet', 'getPartnerWallet', reads.wallet),
  read('categories', 'getPartnerCatalogueCategories', reads.categories),
  read('subcategories', 'getPartnerCatalogueCategorySubcategories', reads.subcategories),
  read('subcategory', 'getPartnerCatalogueSubcategory', reads.subcategory),
  read('cards', 'getPartnerCatalogueSubcategoryCards', reads.cards),
  read('owned cards', 'getPartnerOwnedCards', reads.ownedCards),
  read('owned card', 'getPartnerOwnedCard', reads.ownedCard),
  {
    kind: 'diagnostic',
    family: 'diagnostic',
    operation: 'runPartnerSignatureDiagnostic',
    status: 200,
    body: diagnostic,
  },
  {
    kind: 'invitation',
    family: 'enrolment',
    operation: 'getPartnerEnrollment',
    status: 200,
    body: enrolment.invitation,
  },
  {
    kind: 'key result',
    family: 'enrolment',
    operation: 'submitPartnerEnrollmentKey',
    status: 200,
    body: enrolment.keyResult,
  },
  {
    kind: 'proof result',
    family: 'enrolment',
    operation: 'submitPartnerEnrollmentProof',
    status: 200,
    body: enrolment.proofResult,
  },
];

/** Refusals that only other calls know, with a status where the API shows one ("Errors"). */
const otherRefusals: readonly (readonly [code: string, status: number, operation: OperationName])[] = [
  ['invitation_invalid', 401, 'getPartnerEnrollment'],
  ['key_proof_invalid', 422, 'submitPartnerEnrollmentProof'],
  ['key_duplicate', 409, 'submitPartnerEnrollmentKey'],
  ['card_not_found', 404, 'revealPartnerOwnedCard'],
  ['reveal_not_allowed', 403, 'revealPartnerOwnedCard'],
  ['invoice_reveal_limit_exceeded', 409, 'revealPartnerInvoiceCards'],
  ['replay_detected', 409, 'runPartnerSignatureDiagnostic'],
  ['insufficient_scope', 403, 'runPartnerSignatureDiagnostic'],
  ['validation_failed', 422, 'getPartnerOwnedCards'],
  ['resource_not_found', 404, 'getPartnerWallet'],
];

/** Every kind of answer that is signed, each for a request of its own. `seed` draws the nonces. */
export function samplesFor(seed: number, key: ServiceKey): readonly Sample[] {
  const refusals = refusalTable.flatMap(({ codes, status }) =>
    codes.flatMap((code) => (status ?? [409]).map((one) => refusal(code, one, 'createPartnerOrder', 'order refused'))),
  );
  const kinds = [
    ...successes,
    ...refusals,
    refusal('a_code_from_tomorrow', 418, 'createPartnerOrder', 'order refused'),
    refusal('resource_not_found', 404, 'getPartnerOrder', 'order read'),
    refusal('dependency_unavailable', 503, 'getPartnerOrder', 'order read'),
    ...otherRefusals.map(([code, status, operation]) => refusal(code, status, operation, 'other refused')),
  ];
  const random = seededRandom(seed, 'samples');
  return kinds.map((kind) => sampleOf(kind, key, random));
}

function sampleOf(
  { kind, family, operation, status, body, headers = {} }: Kind,
  key: ServiceKey,
  random: Random,
): Sample {
  const request = messageOf(
    profileWith(),
    prepareRequest(profileWith(), draftOf(operation), nowSeconds * 1000, random),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  const uncovered: HeaderLine[] = [
    ['Cache-Control', 'no-store'],
    ['Content-Length', String(bytes.length)],
    ['Date', 'Fri, 15 Jan 2027 08:00:00 GMT'],
    ['Connection', 'close'],
  ];
  const content: AnswerContent = {
    status,
    body: bytes,
    headers: { 'content-type': type, 'x-request-id': random.uuid(), ...headers },
    uncovered,
  };
  return { kind, family, operation, request, content, genuine: signAnswer(key, request, content) };
}

function draftOf(operation: OperationName): RequestDraft {
  const shared = {
    operation,
    parameters,
    language: 'ar' as const,
    ...(operation.endsWith('s') && operation.startsWith('get') ? { cursor: 'page/1+=' } : {}),
  };
  switch (operations[operation].kind) {
    case 'orderMutation':
      return {
        ...shared,
        body: new TextEncoder().encode(intent.body),
        form: orderForm(profileWith(), operationId, walletId),
      };
    case 'diagnostic':
      return { ...shared, body: diagnosticBody };
    case 'enrollmentToken':
      return { ...shared, token: 'token-of-the-proof' };
    default:
      return shared;
  }
}

function order(kind: string, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Kind {
  return { kind, family: 'order', operation: 'createPartnerOrder', status, body, headers };
}

function read(kind: string, operation: OperationName, body: unknown): Kind {
  return { kind, family: 'read', operation, status: 200, body };
}

function refusal(code: string, status: number, operation: OperationName, family: Family): Kind {
  const body = {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail: 'words for people',
    errors: [{ pointer: '/quantity', code: 'too_large' }],
  };
  return {
    kind: `${operation === 'createPartnerOrder' ? '' : `${operation} `}${String(status)} ${code}`,
    family,
    operation,
    status,
    body,
    headers: status === 429 || status === 503 ? { 'retry-after': '7' } : {},
  };
}
