import { expect, it } from 'vitest';
import { done, jsonLine } from '../../../../../../src-main/hosts/cli/terminal/command-outcome.ts';
import { failureLine, readable } from '../../../../../../src-main/hosts/cli/terminal/print.ts';

const money = { amount: '5000.000', currency: 'KWD', asOf: '2026-01-01T00:00:00Z' };
const wallets = {
  items: [
    { id: 'a', name: { ar: 'محفظة الكويت', en: 'Kuwait wallet' }, balance: money, status: 'enabled' },
    { id: 'bb', name: { en: 'Dollar' }, balance: { amount: '7.000', currency: 'USD' }, usable: false },
  ],
};

it('shows a list as a table of the chosen columns, texts in the language of the reader', () => {
  expect(readable(wallets, { language: 'en', columns: ['id', 'name', 'balance', 'usable'] })).toBe(
    'id  name                balance  usable\n' +
      'a   Kuwait wallet  5000.000 KWD  -\n' +
      'bb  Dollar            7.000 USD  no',
  );
  expect(readable(wallets, { language: 'ar', columns: ['name'] })).toBe('name\nمحفظة الكويت\nDollar');
});

it('shows every member that a list has where no columns were chosen', () => {
  expect(readable({ items: [{ a: 1 }, { b: true }] }, { language: 'en' })).toBe('a  b\n1  -\n-  yes');
});

it('says how to get more, and that there is nothing', () => {
  expect(readable({ items: ['one', 'two'], nextCursor: 'c2' }, { language: 'en' })).toBe('one\ntwo\nmore: --cursor c2');
  expect(readable({ items: [] }, { language: 'en' })).toBe('(none)');
});

it('shows rows one below the other where a table would be too wide to read', () => {
  const wide = 'x'.repeat(80);
  expect(
    readable(
      {
        items: [
          { a: wide, b: wide },
          { a: '1', b: '2' },
        ],
      },
      { language: 'en' },
    ),
  ).toBe(`a: ${wide}\nb: ${wide}\n\na: 1\nb: 2`);
});

it('shows members by name, nested ones indented', () => {
  const order = {
    state: 'completed',
    invoiceId: null,
    total: money,
    attempts: [{ httpStatus: 201, judgement: 'completed' }],
    scopes: ['a', 'b'],
    head: { seq: 3 },
  };
  expect(readable(order, { language: 'en' })).toBe(
    'state: completed\ninvoiceId: -\ntotal: 5000.000 KWD\nattempts:\n  httpStatus  judgement\n         201  completed\nscopes: a b\nhead:\n  seq: 3',
  );
});

it('shows sums beside each other, and a list of what more is said of as a table', () => {
  const [dinars, dollars] = [
    { amount: '24.992', currency: 'KWD' },
    { amount: '3.00', currency: 'USD' },
  ];
  expect(readable({ charge: [dinars, dollars], cost: [] }, { language: 'en' })).toBe(
    'charge: 24.992 KWD, 3.00 USD\ncost: -',
  );
  expect(readable({ byCard: [{ name: 'Card', charge: [dinars] }] }, { language: 'en' })).toBe(
    'byCard:\n  name      charge\n  Card  24.992 KWD',
  );
  expect(readable({ returned: [{ ...dinars, means: 'cash' }] }, { language: 'en' })).toBe(
    'returned:\n  amount  currency  means\n  24.992  KWD       cash',
  );
});

it('counts codes that are hidden, and shows those that were revealed', () => {
  const hidden = { soldCardId: 'c', serialNumber: null, voucher: null };
  expect(readable({ codes: [hidden, hidden] }, { language: 'en' })).toBe('codes: 2 (hidden; --reveal shows them)');
  expect(readable({ codes: [{ soldCardId: 'c', serialNumber: '12', voucher: '34' }] }, { language: 'en' })).toContain(
    '12            34',
  );
  expect(readable({ codes: [] }, { language: 'en' })).toBe('codes: -');
});

it('says what went wrong in one line, the code first', () => {
  expect(failureLine({ code: 'input_invalid', field: 'card' })).toBe('input_invalid (field card)');
  expect(failureLine({ code: 'journal_in_use' })).toBe('journal_in_use');
  expect(
    failureLine({ code: 'not_settled', detail: 'unknown', operationId: 'o', httpStatus: 503, requestId: 'r' }),
  ).toBe('not_settled (unknown, operation o, HTTP 503, request r)');
});

it('shows sentences one below the other', () => {
  expect(readable({ evidence: ['One thing.', 'Another.'], fields: ['a.b', 'c'] }, { language: 'en' })).toBe(
    'evidence:\n  One thing.\n  Another.\nfields: a.b c',
  );
});

/** Every character that a terminal obeys: C0, DEL, C1, breaks of lines, marks of direction. */
const obeyed = [
  ...Array.from({ length: 32 }, (_, code) => code),
  ...Array.from({ length: 33 }, (_, index) => 0x7f + index),
  0x2028,
  0x2029,
  0x202a,
  0x202e,
  0x2066,
  0x2069,
];

it.each(obeyed.map((code) => code.toString(16).padStart(4, '0')))(
  'writes out what a terminal would obey, in codes, names and errors: %s',
  (code) => {
    const control = String.fromCharCode(Number.parseInt(code, 16));
    const voucher = `AB${control}CD`;
    const shown = `AB\\u${code}CD`;
    const texts = [
      readable({ codes: [{ soldCardId: 'c', serialNumber: voucher, voucher }] }, { language: 'en' }),
      readable({ items: [{ name: { en: voucher } }], nextCursor: voucher }, { language: 'en' }),
      readable({ total: { amount: '1.000', currency: voucher }, list: [voucher] }, { language: 'en' }),
      failureLine({ code: 'unknown_refusal', detail: voucher, requestId: voucher }),
    ];
    for (const text of texts) {
      expect(text).toContain(shown);
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }
    const line = jsonLine(done({ voucher }));
    expect([line.includes(control), JSON.parse(line)]).toEqual([false, { ok: true, value: { voucher } }]);
  },
);
