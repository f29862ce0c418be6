import {
  cardId,
  invoiceId,
  operationId,
  otherOperationId,
  soldCardId,
  walletId,
} from '../../unit/src-main/orders/order-samples.ts';

/** Bodies of every kind of success, with every member that the API shows ("Resources and their fields"). */

const [categoryId, subcategoryId] = ['1a000000-0000-4000-8000-000000000001', '1b000000-0000-4000-8000-000000000001'];
const name = { ar: 'بطاقة خمسة دنانير', en: 'Five dinar card' };
const at = '2027-01-15T08:00:00.000Z';

function money(amount: string): object {
  return { amount, currency: 'KWD', asOf: at };
}

const soldCards = [1, 2].map((index) => ({
  soldCardId: soldCardId(index),
  serialNumber: `serial-sample-${String(index)}`,
  voucher: `voucher-sample-${String(index)}`,
  revealedAt: at,
}));

const order = {
  operationId,
  status: 'completed',
  invoiceId,
  walletId,
  cardId,
  quantity: 2,
  total: { amount: '2.500', currency: 'KWD' },
};

export const orders = {
  completed: { ...order, soldCards, completedAt: at },
  replayed: { ...order, completedAt: at },
  processing: { operationId, status: 'processing', walletId, cardId, quantity: 2 },
  recoveryExhausted: { operationId, status: 'recoveryExhausted' },
  failed: { operationId, status: 'failed' },
  another: { ...order, operationId: otherOperationId, soldCards, completedAt: at },
};

const wallet = {
  id: walletId,
  name,
  status: 'active',
  currency: 'KWD',
  balance: money('120.750'),
  allowedDebt: money('0.000'),
};
const owned = { soldCardId: soldCardId(1), cardId, name, invoiceId, operationId, purchasedAt: at };
const category = {
  id: categoryId,
  name,
  description: name,
  logo: 'https://service.example/logo.png',
  type: 'local',
  inStock: true,
  displayOrder: 1,
};
const subcategory = { id: subcategoryId, categoryId, name, isBestSelling: true, displayOrder: 2, available: true };
const card = {
  id: cardId,
  subcategoryId,
  name,
  faceValue: '5 KWD',
  unitPrice: money('1.250'),
  businessPrice: money('1.300'),
  personalPrice: money('1.400'),
  hasSpecialOffer: true,
  specialOfferPrice: money('1.200'),
  available: true,
};

export const reads = {
  profile: {
    partnerId: '2a000000-0000-4000-8000-000000000001',
    applicationId: '2b000000-0000-4000-8000-000000000001',
    businessName: name,
    status: 'active',
  },
  wallet,
  wallets: { items: [wallet], nextCursor: 'page-2+/=' },
  categories: { items: [category], nextCursor: 'page-2' },
  subcategories: { items: [subcategory] },
  subcategory,
  cards: { items: [card, { ...card, id: '0c000000-0000-4000-8000-000000000002', unitPrice: undefined }] },
  ownedCards: { items: [owned] },
  ownedCard: owned,
};

export const reveals = { card: soldCards[0], invoice: { items: soldCards } };

export const diagnostic = {
  routeId: 'runPartnerSignatureDiagnostic',
  method: 'POST',
  authority: 'service.example',
  path: '/partner/v1/diagnostics/signature',
  canonicalQuery: '',
  requestKind: 'bodylessNonceMutation',
  requiredScope: 'diagnostics:use',
  coveredComponents: ['@method', '@path'],
  keyId: '0f000000-0000-4000-8000-000000000001',
  partnerId: '2a000000-0000-4000-8000-000000000001',
  applicationId: '2b000000-0000-4000-8000-000000000001',
  policyVersion: 3,
  effectiveScopes: ['orders:create', 'cards:reveal'],
  receivedAt: at,
};

export const enrolment = {
  invitation: { state: 'keySubmitted', expiresAt: at },
  keyResult: {
    keyId: '0f000000-0000-4000-8000-000000000001',
    thumbprint: 'A'.repeat(43),
    challenge: 'challenge-sample',
    challengeGeneration: 1,
  },
  proofResult: { state: 'awaitingActivation' },
};

export const parameters = {
  walletId,
  categoryId,
  subcategoryId,
  operationId,
  invoiceId,
  soldCardId: soldCardId(1),
  invitationId: '3a000000-0000-4000-8000-000000000001',
};
