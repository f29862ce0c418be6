import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  readCard,
  readCards,
  readCategories,
  readCategory,
  readSubcategories,
  readSubcategory,
} from '../../../../../src-main/partner-api/operations/catalogue.ts';
import { readDiagnostic } from '../../../../../src-main/partner-api/operations/diagnostic.ts';
import { readJson } from '../../../../../src-main/partner-api/operations/json.ts';
import { readLocalized, readName } from '../../../../../src-main/partner-api/operations/localized.ts';
import { readMoney } from '../../../../../src-main/partner-api/operations/money.ts';
import { readOwnedCard, readOwnedCards } from '../../../../../src-main/partner-api/operations/owned-cards.ts';
import { readProfile } from '../../../../../src-main/partner-api/operations/profile.ts';
import { diagnosticBody, operations, pathOf } from '../../../../../src-main/partner-api/operations/table.ts';
import { readWallet, readWallets } from '../../../../../src-main/partner-api/operations/wallets.ts';
import { usualPage } from '../../../../support/page.ts';
import { projectRoot } from '../../../../support/project.ts';

/** What may call an operation: all of main but the table of operations. */
const callers = globSync('src-main/**/*.ts', { cwd: projectRoot })
  .filter((file) => !file.endsWith('operations/table.ts'))
  .map((file) => readFileSync(`${projectRoot}/${file}`, 'utf8'));

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const money = (amount: unknown, currency: unknown = 'KWD') => ({ amount, currency });

describe('money', () => {
  it.each(['0.000', '12.500', '-3.250', '999999999999999.999'])('is %s', (amount) => {
    expect(readMoney(money(amount))).toEqual(money(amount));
  });

  it.each([
    '12.5',
    '12',
    '12.5000',
    '012.500',
    '.500',
    '+1.000',
    '1,000.000',
    '1e3',
    ' 1.000',
    '1.000\n',
    '١.٠٠٠',
    12.5,
    null,
    [['1.000']],
  ])('is not %j', (amount) => {
    expect(readMoney(money(amount))).toBeNull();
  });

  it('needs a currency, keeps when it was read, and drops the rest', () => {
    expect(readMoney({ amount: '1.000' })).toBeNull();
    expect(readMoney(money('1.000', ''))).toBeNull();
    expect(readMoney({ ...money('1.000'), asOf: '2026-01-01T00:00:00Z', formatted: '1 د.ك' })).toEqual({
      ...money('1.000'),
      asOf: '2026-01-01T00:00:00Z',
    });
    expect(readMoney({ ...money('1.000'), asOf: 5 })).toEqual(money('1.000'));
  });
});

describe('text in two languages', () => {
  it('may have either', () => {
    expect(readLocalized({ ar: 'بطاقة' })).toEqual({ ar: 'بطاقة' });
    expect(readLocalized({ ar: 5, en: 'card', fr: 'carte' })).toEqual({ en: 'card' });
    expect(readLocalized('card')).toBeNull();
  });

  it('is one text for both where a service sends one', () => {
    expect(readName('card')).toEqual({ ar: 'card', en: 'card' });
    expect(readName(['card'])).toBeNull();
  });
});

describe('catalogue entries', () => {
  const card = { id: id(1), subcategoryId: id(2), hasSpecialOffer: true, available: true };

  it('are read with every member the API names', () => {
    const full = {
      ...card,
      name: { ar: 'أ', en: 'a' },
      faceValue: '10 USD',
      unitPrice: money('3.100'),
      businessPrice: money('3.000'),
      personalPrice: money('3.400'),
      specialOfferPrice: money('2.900'),
    };
    expect(readCard({ ...full, extra: 1 })).toEqual(full);
    // It goes back with an order as it came, whatever else is in it, up to any sensible length.
    const price = { amount: '3.100', currency: 'KWD', asOf: 5, display: { text: '3.1' } };
    expect(readCard({ ...full, unitPrice: price })?.unitPrice).toEqual(price);
    const longest = { ...price, filler: 'x'.repeat(1_000 - JSON.stringify({ ...price, filler: '' }).length) };
    expect(readCard({ ...full, unitPrice: longest })?.unitPrice).toEqual(longest);
    expect(readCard({ ...full, unitPrice: { ...longest, filler: `${longest.filler}x` } })).not.toHaveProperty(
      'unitPrice',
    );
    const category = {
      id: id(3),
      name: { en: 'a' },
      description: { ar: 'أ' },
      logo: 'https://images.example/a.png',
      type: 'local',
      inStock: true,
      displayOrder: -1,
    };
    expect(readCategory({ ...category, extra: 1 })).toEqual(category);
    const subcategory = {
      id: id(2),
      categoryId: id(3),
      name: { en: 'a' },
      isBestSelling: false,
      displayOrder: 4,
      available: true,
    };
    expect(readSubcategory({ ...subcategory, extra: 1 })).toEqual(subcategory);
  });

  it('keep their place without a price that cannot be read', () => {
    expect(readCard({ ...card, unitPrice: money(3.1), personalPrice: money('3.40') })).toEqual(card);
    for (const price of ['0.000', '-0.000', '-0.001', '-3.100']) {
      expect(
        readCard({
          ...card,
          unitPrice: money(price),
          businessPrice: money(price),
          personalPrice: money(price),
          specialOfferPrice: money(price),
        }),
      ).toEqual(card);
    }
  });

  it('are skipped and counted without what they must have', () => {
    const items = [
      card,
      { ...card, id: 5 },
      { ...card, available: 'yes' },
      { ...card, subcategoryId: undefined },
      null,
    ];
    expect(readCards({ items, nextCursor: 'n' })).toEqual({
      items: [card],
      nextCursor: 'n',
      skipped: { id: 1, available: 1, subcategoryId: 1, entry: 1 },
    });
    expect(readCategory({ id: id(1), inStock: true, displayOrder: 1.5 })).toBeNull();
    expect(
      readSubcategory({ id: id(1), categoryId: id(2), isBestSelling: 1, displayOrder: 1, available: true }),
    ).toBeNull();
  });
});

describe('a page', () => {
  it.each([[null], [undefined], ['']])('with the cursor %j is the last', (nextCursor) => {
    expect(readCategories({ items: [], nextCursor })).toStrictEqual({ items: [] });
  });

  it('says of each entry that cannot be read which member is at fault, in every level', () => {
    expect([readCategories, readSubcategories, readCards].map((read) => read({ items: [{}] })?.skipped)).toEqual([
      { id: 1 },
      { id: 1 },
      { id: 1 },
    ]);
  });

  it.each([[5], [{}], ['x'.repeat(5000)], ['\ud800']])(
    'with a cursor that cannot be sent back is unreadable',
    (nextCursor) => {
      expect(readCategories({ items: [], nextCursor })).toBeNull();
    },
  );

  it('may hold ten thousand entries and no more', () => {
    const items = Array.from({ length: 10_000 }, () => null);
    expect(readCategories({ items })).toEqual({ items: [], skipped: { entry: 10_000 } });
    expect(readCategories({ items: [...items, null] })).toBeNull();
    expect(readCategories({ items: [...items, null], nextCursor: 'n' })).toBeNull();
  });

  it.each([[null], ['x'], [{}], [{ items: {} }], [{ categories: [] }]])('is not %j', (body) => {
    expect(readCategories(body)).toBeNull();
  });
});

describe('wallets', () => {
  const wallet = { id: id(1), currency: 'KWD', balance: money('5.000') };

  it('are read with what the API speaks of', () => {
    const full = { ...wallet, name: { ar: 'م', en: 'm' }, status: 'enabled', allowedDebt: money('1.000') };
    expect(readWallet(full)).toEqual(full);
  });

  it.each([
    ['another name for the id', { walletId: id(1), balance: money('5.000') }, wallet],
    ['a bare amount beside the currency', { ...wallet, balance: '5.000' }, wallet],
    ['one text for a name', { ...wallet, name: 'Main' }, { ...wallet, name: { ar: 'Main', en: 'Main' } }],
    ['a debt that is no money', { ...wallet, allowedDebt: true }, wallet],
  ])('may come with %s', (_, body, expected) => {
    expect(readWallet(body)).toEqual(expected);
  });

  it.each([
    ['an id', { ...wallet, id: undefined }],
    ['a balance', { ...wallet, balance: undefined }],
    ['a balance of three decimals', { ...wallet, balance: money('5.00') }],
    ['a currency for its bare amount', { id: id(1), balance: '5.000' }],
    ['one currency', { ...wallet, currency: 'USD' }],
    ['a readable currency', { ...wallet, currency: 5 }],
  ])('are unreadable without %s', (_, body) => {
    expect(readWallet(body)).toBeNull();
  });

  it.each([[{ items: [wallet] }], [[wallet]], [{ wallets: [wallet] }], [{ data: [wallet] }]])(
    'may be listed as %j',
    (body) => {
      for (const holder of ['items', 'results', null])
        expect(readWallets(body, { holder, cursor: 'next' })).toEqual({ items: [wallet] });
    },
  );

  it.each([
    ['id', { balance: money('5.000') }],
    ['balance', { ...wallet, balance: '5' }],
    ['balance', { walletId: id(1), balance: '5.000' }],
    ['currency', { ...wallet, currency: 'USD' }],
    ['currency', { ...wallet, currency: 5 }],
    ['entry', null],
  ])('are left out of a list for their %s: %j', (fault, entry) => {
    expect(readWallets({ items: [entry, wallet] }, usualPage)).toEqual({ items: [wallet], skipped: { [fault]: 1 } });
  });
});

describe('a collection whose shape the API does not show', () => {
  const wallet = { id: id(1), currency: 'KWD', balance: { amount: '5.000', currency: 'KWD' } };

  it('lies, with its cursor, under the names of the deployment', () => {
    expect(readWallets({ results: [wallet], next: 'n' }, { holder: 'results', cursor: 'next' })).toEqual({
      items: [wallet],
      nextCursor: 'n',
    });
    expect(readOwnedCards({ results: [], next: 'n' }, { holder: 'results', cursor: 'next' })).toEqual({
      items: [],
      nextCursor: 'n',
    });
    expect(readWallets([wallet], { holder: null, cursor: 'next' })).toEqual({ items: [wallet] });
    expect(readWallets({ results: [wallet] }, usualPage)).toBeNull();
  });

  it.each([[undefined], [null], ['']])(
    'has its cursor under the usual name too, where the one under the name of the deployment is %j',
    (next) => {
      expect(readWallets({ results: [wallet], next, nextCursor: 'n' }, { holder: 'results', cursor: 'next' })).toEqual({
        items: [wallet],
        nextCursor: 'n',
      });
    },
  );

  it('has no end that nobody can read', () => {
    expect(readWallets({ results: [wallet], next: 7 }, { holder: 'results', cursor: 'next' })).toBeNull();
  });
});

describe('owned cards', () => {
  const owned = {
    soldCardId: id(1),
    cardId: id(2),
    name: { ar: 'ب', en: 'c' },
    invoiceId: id(3),
    operationId: id(4),
    purchasedAt: '2026-01-01T00:00:00Z',
  };

  it('never keep codes, even where a service sends them', () => {
    const read = readOwnedCard({
      ...owned,
      serialNumber: 'canary-serial',
      voucher: 'canary-voucher',
      card: { voucher: 'canary' },
    });
    expect(read).toEqual(owned);
    expect(JSON.stringify(read)).not.toContain('canary');
  });

  it('are named by soldCardId, or by id', () => {
    expect(readOwnedCard({ id: id(9) })).toEqual({ soldCardId: id(9) });
    expect(readOwnedCard({ id: id(9), soldCardId: id(1) })).toEqual({ soldCardId: id(1) });
    expect(readOwnedCard({ cardId: id(2) })).toBeNull();
    expect(readOwnedCards({ items: [owned, {}, null], nextCursor: 'n' }, usualPage)).toEqual({
      items: [owned],
      skipped: { soldCardId: 1, entry: 1 },
      nextCursor: 'n',
    });
  });

  it.each([[{ items: [owned] }], [[owned]], [{ cards: [owned] }], [{ data: [owned] }]])(
    'may be listed as %j',
    (body) => {
      expect(readOwnedCards(body, { holder: 'results', cursor: 'next' })).toEqual({ items: [owned] });
    },
  );
});

describe('a profile', () => {
  it('may have any of its members', () => {
    expect(readProfile({ partnerId: id(1), businessName: 'Shop', status: 'active', secret: 1 })).toEqual({
      partnerId: id(1),
      businessName: { ar: 'Shop', en: 'Shop' },
      status: 'active',
    });
    expect(readProfile({})).toEqual({});
    expect(readProfile([])).toBeNull();
  });
});

describe('a diagnostic', () => {
  const diagnostic = {
    routeId: 'r',
    method: 'POST',
    authority: 'a',
    path: '/p',
    canonicalQuery: '',
    requestKind: 'public',
    requiredScope: 's',
    coveredComponents: ['@method'],
    keyId: id(1),
    partnerId: id(2),
    applicationId: id(3),
    policyVersion: 3,
    effectiveScopes: [],
    receivedAt: '2026-01-01T00:00:00Z',
  };

  it('has all of its members', () => {
    expect(readDiagnostic({ ...diagnostic, extra: 1 })).toEqual(diagnostic);
  });

  it.each(Object.keys(diagnostic))('is unreadable without %s', (name) => {
    expect(readDiagnostic({ ...diagnostic, [name]: undefined })).toBeNull();
  });
});

describe('the JSON of a body', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('is UTF-8 and nothing else', () => {
    expect(readJson(bytes('{"a":"ب"}'))).toEqual({ a: 'ب' });
    expect(readJson(Uint8Array.from([0x22, 0xff, 0x22]))).toBeUndefined();
    expect(readJson(bytes('{"a":'))).toBeUndefined();
    expect(readJson(new Uint8Array())).toBeUndefined();
  });

  it('may be nested as deep as bytes allow without ending the process', () => {
    const deep = readJson(bytes('['.repeat(200_000) + ']'.repeat(200_000)));
    expect(readWallets(deep, usualPage)?.skipped ?? null).toEqual({ entry: 1 });
  });
});

describe('the operations', () => {
  const places = [
    ['getPartnerProfile', 'GET', '/v1/profile'],
    ['getPartnerWallets', 'GET', '/v1/wallets'],
    ['getPartnerWallet', 'GET', '/v1/wallets/W'],
    ['getPartnerCatalogueCategories', 'GET', '/v1/wallets/W/catalog/categories'],
    ['getPartnerCatalogueCategorySubcategories', 'GET', '/v1/wallets/W/catalog/categories/C/subcategories'],
    ['getPartnerCatalogueSubcategory', 'GET', '/v1/wallets/W/catalog/subcategories/S'],
    ['getPartnerCatalogueSubcategoryCards', 'GET', '/v1/wallets/W/catalog/subcategories/S/cards'],
    ['createPartnerOrder', 'POST', '/v1/wallets/W/orders'],
    ['getPartnerOrder', 'GET', '/v1/orders/O'],
    ['getPartnerOwnedCards', 'GET', '/v1/wallets/W/cards'],
    ['getPartnerOwnedCard', 'GET', '/v1/wallets/W/cards/D'],
    ['revealPartnerOwnedCard', 'POST', '/v1/wallets/W/cards/D/reveal'],
    ['revealPartnerInvoiceCards', 'POST', '/v1/wallets/W/invoices/I/cards/reveal'],
    ['runPartnerSignatureDiagnostic', 'POST', '/v1/diagnostics/signature'],
    ['getPartnerEnrollment', 'GET', '/v1/enrollments/N'],
    ['submitPartnerEnrollmentKey', 'POST', '/v1/enrollments/N/keys'],
    ['submitPartnerEnrollmentProof', 'POST', '/v1/enrollments/N/proof'],
  ] as const;

  it('are those of the API', () => {
    expect(Object.keys(operations)).toEqual(places.map(([name]) => name));
  });

  it.each(Object.keys(operations))('are all called somewhere: %s', (name) => {
    expect(callers.some((source) => source.includes(`'${name}'`))).toBe(true);
  });

  it.each(places)('lie where the API says: %s is %s %s', (name, method, path) => {
    const parameters = {
      walletId: 'W',
      categoryId: 'C',
      subcategoryId: 'S',
      soldCardId: 'D',
      invoiceId: 'I',
      operationId: 'O',
      invitationId: 'N',
    };
    expect([operations[name].method, pathOf(name, parameters)]).toEqual([method, path]);
  });

  it('have a diagnostic of exactly two bytes', () => {
    expect(new TextDecoder().decode(diagnosticBody)).toBe('{}');
  });

  it('do not go out with a parameter missing', () => {
    expect(() => pathOf('getPartnerWallet', {})).toThrow('getPartnerWallet needs walletId');
  });
});
