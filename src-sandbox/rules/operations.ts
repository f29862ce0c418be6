import type { Scope } from '../state/settings.ts';
import type { SignedKind } from '../wire/profile.ts';
import { listWallets, readProfile, readWallet } from './account-reads.ts';
import type { EnrolmentCall, CallOutcome, SignedCall } from './call.ts';
import { listCards, listCategories, listSubcategories, readSubcategory } from './catalogue-reads.ts';
import { runDiagnostic } from './diagnostics.ts';
import { readEnrolment, submitKey, submitProof } from './enrolment.ts';
import { placeOrder, readOrder } from './orders.ts';
import { listOwnedCards, readOwnedCard, revealCard, revealInvoice } from './owned-cards.ts';

interface Route {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly takesCursor?: true;
}

export interface SignedOperation extends Route {
  readonly kind: SignedKind;
  /** Any one of these permissions is enough. */
  readonly scopes: readonly Scope[];
  /** What support switched off refuses it ("Refusal codes per endpoint"). */
  readonly gates: readonly ('binding' | 'account')[];
  readonly run: (call: SignedCall) => CallOutcome;
}

export interface EnrolmentOperation extends Route {
  readonly kind: 'enrollmentToken';
  readonly run: (call: EnrolmentCall) => CallOutcome;
}

export type Operation = SignedOperation | EnrolmentOperation;

const wallet = '/v1/wallets/:walletId';
const invitation = '/v1/enrollments/:invitationId';

/** As the endpoint table has them. */
type SignedRoute = Omit<SignedOperation, 'gates'>;

const reads: SignedRoute[] = [
  {
    name: 'getPartnerProfile',
    method: 'GET',
    path: '/v1/profile',
    kind: 'safeRead',
    scopes: ['profile:read'],
    run: readProfile,
  },
  {
    name: 'getPartnerWallets',
    method: 'GET',
    path: '/v1/wallets',
    takesCursor: true,
    kind: 'safeRead',
    scopes: ['wallets:read'],
    run: listWallets,
  },
  {
    name: 'getPartnerWallet',
    method: 'GET',
    path: wallet,
    kind: 'safeRead',
    scopes: ['wallets:read'],
    run: readWallet,
  },
  {
    name: 'getPartnerCatalogueCategories',
    method: 'GET',
    path: `${wallet}/catalog/categories`,
    takesCursor: true,
    kind: 'safeRead',
    scopes: ['catalogue:read'],
    run: listCategories,
  },
  {
    name: 'getPartnerCatalogueCategorySubcategories',
    method: 'GET',
    path: `${wallet}/catalog/categories/:categoryId/subcategories`,
    takesCursor: true,
    kind: 'safeRead',
    scopes: ['catalogue:read'],
    run: listSubcategories,
  },
  {
    name: 'getPartnerCatalogueSubcategory',
    method: 'GET',
    path: `${wallet}/catalog/subcategories/:subcategoryId`,
    kind: 'safeRead',
    scopes: ['catalogue:read'],
    run: readSubcategory,
  },
  {
    name: 'getPartnerCatalogueSubcategoryCards',
    method: 'GET',
    path: `${wallet}/catalog/subcategories/:subcategoryId/cards`,
    takesCursor: true,
    kind: 'safeRead',
    scopes: ['catalogue:read'],
    run: listCards,
  },
  {
    name: 'getPartnerOrder',
    method: 'GET',
    path: '/v1/orders/:operationId',
    kind: 'safeRead',
    scopes: ['orders:read', 'orders:create'],
    run: readOrder,
  },
  {
    name: 'getPartnerOwnedCards',
    method: 'GET',
    path: `${wallet}/cards`,
    takesCursor: true,
    kind: 'safeRead',
    scopes: ['cards:read'],
    run: listOwnedCards,
  },
  {
    name: 'getPartnerOwnedCard',
    method: 'GET',
    path: `${wallet}/cards/:soldCardId`,
    kind: 'safeRead',
    scopes: ['cards:read'],
    run: readOwnedCard,
  },
];

const mutations: SignedRoute[] = [
  {
    name: 'createPartnerOrder',
    method: 'POST',
    path: `${wallet}/orders`,
    kind: 'orderMutation',
    scopes: ['orders:create'],
    run: placeOrder,
  },
  {
    name: 'revealPartnerOwnedCard',
    method: 'POST',
    path: `${wallet}/cards/:soldCardId/reveal`,
    kind: 'bodylessNonceMutation',
    scopes: ['cards:reveal'],
    run: revealCard,
  },
  {
    name: 'revealPartnerInvoiceCards',
    method: 'POST',
    path: `${wallet}/invoices/:invoiceId/cards/reveal`,
    kind: 'bodylessNonceMutation',
    scopes: ['cards:reveal'],
    run: revealInvoice,
  },
  {
    name: 'runPartnerSignatureDiagnostic',
    method: 'POST',
    path: '/v1/diagnostics/signature',
    kind: 'diagnostic',
    scopes: ['diagnostics:use'],
    run: runDiagnostic,
  },
];

const enrolment: EnrolmentOperation[] = [
  { name: 'getPartnerEnrollment', method: 'GET', path: invitation, kind: 'enrollmentToken', run: readEnrolment },
  {
    name: 'submitPartnerEnrollmentKey',
    method: 'POST',
    path: `${invitation}/keys`,
    kind: 'enrollmentToken',
    run: submitKey,
  },
  {
    name: 'submitPartnerEnrollmentProof',
    method: 'POST',
    path: `${invitation}/proof`,
    kind: 'enrollmentToken',
    run: submitProof,
  },
];

/** The endpoint table of the API: routing, verification, permissions and the diagnostic all follow it. */
export const operations: readonly Operation[] = [
  ...[...reads, ...mutations].map((route) => ({ ...route, gates: gatesOf(route) })),
  ...enrolment,
];

/**
 * The profile asks for the binding, what is done with wallets for the account too, reading an order and the diagnostic
 * for neither.
 */
function gatesOf({ path }: SignedRoute): SignedOperation['gates'] {
  if (path === '/v1/profile') return ['binding'];
  return path.startsWith('/v1/wallets') ? ['binding', 'account'] : [];
}
