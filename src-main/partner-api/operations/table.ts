import type { Scope } from '../../../src-shared/contract/codes.ts';

/**
 * How the service classifies a request ("Authentication", request kinds); `diagnostic` has a component list of its own.
 */
export type RequestKind = 'safeRead' | 'bodylessNonceMutation' | 'diagnostic' | 'orderMutation' | 'enrollmentToken';

export interface Operation {
  readonly method: 'GET' | 'POST';
  /** Path template below the base address; each `{name}` is a UUID. */
  readonly path: string;
  readonly kind: RequestKind;
  readonly scope: Scope | null;
}

const wallet = '/v1/wallets/{walletId}';
const catalogue = `${wallet}/catalog`;
const enrolment = '/v1/enrollments/{invitationId}';

/** The operations of the partner API ("Endpoint table"). */
export const operations = {
  getPartnerProfile: read('/v1/profile', 'profile:read'),
  getPartnerWallets: read('/v1/wallets', 'wallets:read'),
  getPartnerWallet: read(wallet, 'wallets:read'),
  getPartnerCatalogueCategories: read(`${catalogue}/categories`, 'catalogue:read'),
  getPartnerCatalogueCategorySubcategories: read(
    `${catalogue}/categories/{categoryId}/subcategories`,
    'catalogue:read',
  ),
  getPartnerCatalogueSubcategory: read(`${catalogue}/subcategories/{subcategoryId}`, 'catalogue:read'),
  getPartnerCatalogueSubcategoryCards: read(`${catalogue}/subcategories/{subcategoryId}/cards`, 'catalogue:read'),
  createPartnerOrder: post(`${wallet}/orders`, 'orderMutation', 'orders:create'),
  getPartnerOrder: read('/v1/orders/{operationId}', 'orders:read'),
  getPartnerOwnedCards: read(`${wallet}/cards`, 'cards:read'),
  getPartnerOwnedCard: read(`${wallet}/cards/{soldCardId}`, 'cards:read'),
  revealPartnerOwnedCard: post(`${wallet}/cards/{soldCardId}/reveal`, 'bodylessNonceMutation', 'cards:reveal'),
  revealPartnerInvoiceCards: post(
    `${wallet}/invoices/{invoiceId}/cards/reveal`,
    'bodylessNonceMutation',
    'cards:reveal',
  ),
  runPartnerSignatureDiagnostic: post('/v1/diagnostics/signature', 'diagnostic', 'diagnostics:use'),
  getPartnerEnrollment: { method: 'GET', path: enrolment, kind: 'enrollmentToken', scope: null },
  submitPartnerEnrollmentKey: post(`${enrolment}/keys`, 'enrollmentToken', null),
  submitPartnerEnrollmentProof: post(`${enrolment}/proof`, 'enrollmentToken', null),
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** The body of the diagnostic: exactly these two bytes ("Endpoint table"). */
export const diagnosticBody = new TextEncoder().encode('{}');

/** The path of an operation with its parameters filled in; a missing parameter is a bug of the caller. */
export function pathOf(name: OperationName, parameters: Readonly<Record<string, string>>): string {
  return operations[name].path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = parameters[parameter];
    if (value === undefined) throw new Error(`${name} needs ${parameter}`);
    return encodeURIComponent(value);
  });
}

function read(path: string, scope: Scope): Operation {
  return { method: 'GET', path, kind: 'safeRead', scope };
}

function post(path: string, kind: RequestKind, scope: Scope | null): Operation {
  return { method: 'POST', path, kind, scope };
}
