import Big from 'big.js';
import type { CardCodes } from '../../../src-main/core/card-codes.ts';
import { finalStates, scopes, type DecisionChoice, type FailureCode } from '../../../src-shared/contract/codes.ts';
import type { OrderQuery } from '../../../src-shared/contract/order-list.ts';
import type {
  CallOutput,
  CatalogueView,
  LocalizedText,
  OrderDetail,
  OrderView,
  OwnedCardView,
  StartView,
  WalletView,
} from '../../../src-shared/contract/schemas.ts';

/** What the double of main knows: a small shop with every kind of card and order. All of it is made up here. */

export const id = (kind: number, number: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

export const walletIds = { kwd: id(1, 1), usd: id(1, 2) };

export function wallets(): WalletView[] {
  return [
    {
      id: walletIds.kwd,
      name: { en: 'Main wallet', ar: 'المحفظة الرئيسية' },
      currency: 'KWD',
      balance: { amount: '1284.500', currency: 'KWD', asOf: ago(3.5) },
    },
    {
      id: walletIds.usd,
      name: { en: 'Dollar wallet', ar: 'محفظة الدولار' },
      currency: 'USD',
      balance: { amount: '75.000', currency: 'USD', asOf: ago(95) },
    },
  ];
}

const shelves: readonly [LocalizedText, readonly [LocalizedText, readonly (readonly [string, string])[]][]][] = [
  [
    { en: 'Mobile recharge', ar: 'شحن الهاتف' },
    [
      [
        { en: 'Zain', ar: 'زين' },
        [
          ['3', '2.850'],
          ['5', '4.750'],
          ['10', '9.500'],
          ['25', '23.750'],
        ],
      ],
      [
        { en: 'Ooredoo', ar: 'أوريدو' },
        [
          ['2.500', '2.400'],
          ['5', '4.800'],
          ['10', '9.600'],
        ],
      ],
      [
        { en: 'stc', ar: 'إس تي سي' },
        [
          ['5', '4.770'],
          ['10', '9.540'],
        ],
      ],
    ],
  ],
  [
    { en: 'Games', ar: 'الألعاب' },
    [
      [
        { en: 'PlayStation Store', ar: 'متجر بلايستيشن' },
        [
          ['10', '3.120'],
          ['20', '6.215'],
          ['50', '15.480'],
          ['100', '30.900'],
        ],
      ],
      [
        { en: 'Steam', ar: 'ستيم' },
        [
          ['10', '3.090'],
          ['20', '6.180'],
        ],
      ],
    ],
  ],
  [
    { en: 'Apps and music', ar: 'التطبيقات والموسيقى' },
    [
      [
        { en: 'App Store & iTunes', ar: 'آب ستور وآيتونز' },
        [
          ['10', '3.110'],
          ['25', '7.760'],
          ['50', '15.500'],
        ],
      ],
      [
        { en: 'Google Play', ar: 'جوجل بلاي' },
        [
          ['10', '3.105'],
          ['25', '7.750'],
        ],
      ],
    ],
  ],
  [
    { en: 'Internet', ar: 'الإنترنت' },
    [
      [
        { en: 'Home data', ar: 'إنترنت منزلي' },
        [
          ['30 GB', '6.000'],
          ['100 GB', '12.250'],
        ],
      ],
    ],
  ],
];

export function catalogue(walletId: string, currency: string): CatalogueView {
  const view: CatalogueView = {
    walletId,
    categories: [],
    subcategories: [],
    cards: [],
    readAt: ago(12),
    pricesRevision: 0,
  };
  for (const [categoryIndex, [name, kinds]] of shelves.entries()) {
    const categoryId = id(2, categoryIndex + 1);
    view.categories.push({ id: categoryId, name, inStock: categoryIndex !== 3, displayOrder: categoryIndex });
    for (const [kindIndex, [kindName, cards]] of kinds.entries()) {
      const subcategoryId = id(3, categoryIndex * 10 + kindIndex + 1);
      view.subcategories.push({
        id: subcategoryId,
        categoryId,
        name: kindName,
        isBestSelling: kindIndex === 0 && categoryIndex < 2,
        displayOrder: kindIndex,
        available: true,
      });
      for (const [value, price] of cards)
        view.cards.push(cardOf(view.cards.length + 1, subcategoryId, kindName, value, price, currency));
    }
  }
  return view;
}

function cardOf(
  number: number,
  subcategoryId: string,
  kind: LocalizedText,
  value: string,
  price: string,
  currency: string,
): CatalogueView['cards'][number] {
  const isOffer = number === 4;
  return {
    id: id(4, number),
    subcategoryId,
    name: { en: `${kind.en ?? ''} ${value}`, ar: `${kind.ar ?? ''} ${value}` },
    faceValue: value,
    ...(number % 9 === 0 ? {} : { unitPrice: { amount: price, currency } }),
    ...(number % 3 === 0 ? { personalPrice: { amount: `${price.split('.')[0] ?? '0'}.990`, currency } } : {}),
    hasSpecialOffer: isOffer,
    ...(isOffer ? { specialOfferPrice: { amount: '21.900', currency } } : {}),
    available: number % 7 !== 0,
  };
}

/** What a refusal tells of the first card. */
export const newsWith: { readonly [code in FailureCode]?: Partial<CatalogueView['cards'][number]> } = {
  price_changed: { unitPrice: { amount: '2.975', currency: 'KWD' } },
  validation_failed: { quantityLimits: { minimum: 2, maximum: 5 } },
};

const allScopes = [
  'profile:read',
  'wallets:read',
  'catalogue:read',
  'orders:create',
  'orders:read',
  'cards:read',
  'cards:reveal',
  'diagnostics:use',
];
/** A picture of one dot for the first kind; what the second has cannot be drawn. */
export const logos: Readonly<Record<string, string>> = {
  [id(3, 1)]: 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=',
  [id(3, 2)]: 'data:image/png;base64,iVBORw0KGgoAAAAA',
};

export const recoveryPhrase = '7K2M-Q9XD-4TRB-0HWN-5ZJC-8VPE-1YGA-3SF6';
export const thumbprint = 'q3Zr0bKxVw1yTn8LmE5hUuPj2CdFsG6oXiA4RtY7kQM';

export function startView(): StartView {
  return {
    host: 'browser',
    mode: 'training',
    deploymentName: 'Training',
    language: 'en',
    theme: 'system',
    online: true,
    version: '0.1.0',
    scopes: allScopes,
    enrolment: {
      state: 'active',
      keyId: id(5, 1),
      serviceThumbprint: thumbprint,
      ownThumbprint: thumbprint,
      thumbprintsAgree: true,
    },
    invitation: { invitationId: id(6, 1), tokenReady: true },
  };
}

/** Looks like a code and is none; tests search for it wherever it must not be. */
export function codesOf(order: OrderView): CardCodes[] {
  return order.codes.map(({ soldCardId }, index) => ({
    soldCardId,
    serialNumber: `88190045${String(index + 10).padStart(6, '0')}`,
    voucher: `4417209388516${String(index + 100)}`,
  }));
}

export function hidden(quantity: number, seed: number): OrderView['codes'] {
  return Array.from({ length: quantity }, (_, index) => ({ soldCardId: id(7, seed * 100 + index) }));
}

/** What an order of so many cost, and what its customer paid. */
function paid(cost: string, quantity: number, charged = cost): Pick<OrderView, 'total' | 'charge'> {
  const money = (amount: Big) => ({ amount: amount.toFixed(3), currency: 'KWD' });
  const total = new Big(charged);
  return {
    total: money(new Big(cost)),
    charge: {
      price: money(total.div(quantity)),
      total: money(total),
      source: charged === cost ? 'cost' : 'rule',
      margin: total.minus(cost).toFixed(),
    },
  };
}

export function order(number: number, part: Partial<OrderView>): OrderView {
  return {
    operationId: id(8, number),
    state: 'completed',
    invoiceId: null,
    walletId: walletIds.kwd,
    cardId: id(4, 2),
    quantity: 1,
    ...paid('4.750', 1),
    externalReference: null,
    attempts: [],
    codes: [],
    cardName: { en: 'Zain 5', ar: 'زين 5' },
    intendedAt: ago(number * 7),
    wantedUntil: ago(-8),
    codesState: 'none',
    wantedDecides: true,
    codesCameOut: false,
    prints: { times: 0 },
    cancellable: false,
    saleNumber: `C7-${String(400 + number).padStart(4, '0')}`,
    ...part,
  };
}

export function someOrders(isFirstClosed = false): OrderView[] {
  return [
    order(1, {
      state: 'unknown',
      quantity: 2,
      ...paid('9.500', 2),
      nextAttemptAt: ago(-1),
      ...(isFirstClosed ? { textClosed: true } : { externalReference: 'TILL-2 / 0417' }),
      wantedUntil: ago(-1),
    }),
    order(2, {
      state: 'completed',
      codesState: 'sealed',
      invoiceId: id(9, 2),
      quantity: 2,
      codes: hidden(2, 2),
      cardName: { en: 'PlayStation Store 20', ar: 'متجر بلايستيشن 20' },
      ...paid('12.430', 2),
    }),
    order(3, {
      state: 'completed',
      codesState: 'handedOver',
      invoiceId: id(9, 3),
      codes: hidden(1, 3),
      cardName: { en: 'App Store & iTunes 25', ar: 'آب ستور وآيتونز 25' },
    }),
    order(4, {
      state: 'refused',
      refusal: { code: 'insufficient_balance', requestId: 'req-7f31c09a', httpStatus: 409 },
      cardName: { en: 'PlayStation Store 100', ar: 'متجر بلايستيشن 100' },
      quantity: 40,
      ...paid('1236.000', 40, '1300.000'),
    }),
    order(5, {
      state: 'attention',
      cardName: { en: 'Google Play 10', ar: 'جوجل بلاي 10' },
      attention: {
        reason: 'fence_no_known_order',
        differs: [],
        choices: ['resend', 'accept-not-bought', 'accept-as-bought'],
      },
      attempts: [
        { startedAt: ago(34), httpStatus: null, judgement: 'lost', requestId: null },
        { startedAt: ago(33), httpStatus: 404, judgement: 'notFound', requestId: 'req-11ad8e72' },
      ],
    }),
    order(6, { state: 'cancelled' }),
    order(7, { state: 'notBought', cardName: { en: 'Steam 20', ar: 'ستيم 20' } }),
    order(8, {
      state: 'completed',
      codesState: 'handedOver',
      invoiceId: id(9, 8),
      codes: hidden(1, 8),
      externalReference: 'Walk-in',
    }),
  ];
}

/** As main picks orders, over the few that there are here. */
export function matches(
  of: OrderView,
  { show, states, walletId, cardId, from, until, find }: OrderQuery,
  owed: readonly string[] = [],
): boolean {
  const isPending = !finalStates.includes(of.state);
  const isWaiting = of.state === 'completed' && (of.codesState === 'sealed' || of.codesState === 'toReveal');
  const words = [of.operationId, of.saleNumber, of.externalReference, of.cardName?.en, of.cardName?.ar]
    .map((word) => word ?? '')
    .join(' ')
    .toLowerCase();
  return (
    {
      all: true,
      pending: isPending,
      codesWaiting: isWaiting,
      unsettled: isPending || isWaiting,
      owed: owed.includes(of.operationId),
    }[show] &&
    (states === undefined || states.includes(of.state)) &&
    (walletId === undefined || of.walletId === walletId) &&
    (cardId === undefined || of.cardId === cardId) &&
    (from === undefined || of.intendedAt >= from) &&
    (until === undefined || of.intendedAt < until) &&
    (find ?? '')
      .toLowerCase()
      .split(' ')
      .every((word) => words.includes(word))
  );
}

export function timelineOf(of: OrderView, decided?: DecisionChoice): OrderDetail['timeline'] {
  const story = storyOf(of);
  return decided === undefined
    ? story
    : [...story, { at: ago(0), kind: 'decided', facts: { choice: decided, reason: 'fence_no_known_order' } }];
}

function storyOf(of: OrderView): OrderDetail['timeline'] {
  const at = (seconds: number): string => new Date(Date.parse(of.intendedAt) + seconds * 1000).toISOString();
  const begun: OrderDetail['timeline'] = [
    {
      at: at(0),
      kind: 'intended',
      facts: { quantity: of.quantity, total: of.charge.total.amount, currency: of.charge.total.currency },
    },
    { at: at(1), kind: 'attempt', facts: { call: 'createPartnerOrder' } },
  ];
  if (of.state === 'cancelled') return [...begun.slice(0, 1), { at: at(9), kind: 'cancelled', facts: {} }];
  if (of.state === 'refused')
    return [
      ...begun,
      { at: at(2), kind: 'answerKept', facts: { httpStatus: 409 } },
      {
        at: at(2),
        kind: 'refused',
        facts: { code: 'insufficient_balance', httpStatus: 409, requestId: 'req-7f31c09a' },
      },
    ];
  const doubtful: OrderDetail['timeline'] = [
    { at: at(31), kind: 'noAnswer', facts: { reason: 'connection_lost' } },
    { at: at(40), kind: 'attempt', facts: { call: 'createPartnerOrder' } },
    { at: at(41), kind: 'answerUnverified', facts: { reason: 'signature_missing', httpStatus: 502 } },
    { at: at(55), kind: 'attempt', facts: { call: 'getPartnerOrder' } },
    {
      at: at(56),
      kind: 'judged',
      facts: { outcome: 'unknown', code: 'rate_limited', httpStatus: 429, requestId: 'req-11ad8e72' },
    },
  ];
  if (of.state === 'unknown') return [...begun, ...doubtful];
  if (of.state === 'attention')
    return [...begun, ...doubtful, { at: at(70), kind: 'attention', facts: { reason: 'fence_no_known_order' } }];
  const bought: OrderDetail['timeline'] = [
    ...begun,
    { at: at(2), kind: 'answerKept', facts: { httpStatus: 201 } },
    { at: at(2), kind: 'completed', facts: { units: of.quantity, httpStatus: 201, requestId: 'req-5520cc1e' } },
  ];
  return of.codesState === 'handedOver'
    ? [
        ...bought,
        { at: at(20), kind: 'codesShown', facts: { count: of.quantity } },
        { at: at(24), kind: 'codesCopied', facts: {} },
        { at: at(33), kind: 'handedOver', facts: {} },
      ]
    : bought;
}

export function diagnosis(): CallOutput<'diagnosis', 'run'> {
  const components = [
    '@method',
    '@authority',
    '@path',
    '@query',
    'x-service-date',
    'content-type',
    'content-digest',
    'nonce',
  ];
  const same = (name: CallOutput<'diagnosis', 'run'>['lines'][number]['name'], value: string) => ({
    name,
    sent: value,
    seen: value,
    agree: true,
  });
  return {
    lines: [
      same('method', 'POST'),
      same('authority', 'partner.example'),
      same('path', '/v1/diagnostics/signature'),
      same('query', ''),
      same('components', components.join(' ')),
      same('scope', 'diagnostics:use'),
      same('keyId', id(5, 1)),
      { name: 'time', sent: ago(0), seen: ago(0), agree: true },
    ],
    components: components.map((name, index) => ({ name, signedAt: index + 1, requiredAt: index + 1, agree: true })),
    partnerId: id(1, 1),
    applicationId: id(1, 2),
    policyVersion: 7,
    effectiveScopes: [...scopes],
    missingScopes: [],
    clockOffsetMs: 0,
    requestId: 'req-3c4d5e6f',
  };
}

export function examination(): CallOutput<'diagnosis', 'search'> {
  return {
    cause: 'profile',
    changes: [{ path: 'request.emptyQuery', from: '?', to: 'omitted' }],
    fields: [],
    calls: 7,
    clockOffsetMs: 0,
    applicable: true,
    evidence: [
      { kind: 'keyUsed', facts: { keyId: id(5, 1) } },
      { kind: 'read', facts: { outcome: 'refused' } },
      { kind: 'diagnostic', facts: { outcome: 'unbelieved', detail: 'signature_invalid' } },
      { kind: 'answerFits', facts: {} },
      { kind: 'confirmed', facts: {} },
      { kind: 'clock', facts: { seconds: 0 } },
    ],
  };
}

export function ownedCards(): OwnedCardView[] {
  return Array.from({ length: 6 }, (_, index) => ({
    soldCardId: id(7, 900 + index),
    name: { en: `Zain ${index + 3}`, ar: `زين ${index + 3}` },
    purchasedAt: ago(index * 600 + 30),
    ...(index < 2 ? { operationId: id(8, 3), invoiceId: id(9, 3) } : {}),
    history:
      index === 0
        ? [
            { at: ago(20), kind: 'codesShown', facts: { count: 1 } },
            { at: ago(19), kind: 'handedOver', facts: {} },
          ]
        : [],
  }));
}
