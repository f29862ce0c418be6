import fc from 'fast-check';
import { isUuid, parseId } from '../../../../src-main/core/ids.ts';
import { compareAmounts, parseAmount, totalOf } from '../../../../src-main/core/money.ts';
import { readAmount } from '../../../../src-main/partner-api/operations/money.ts';
import { readWallets } from '../../../../src-main/partner-api/operations/wallets.ts';
import { messageOf, prepareRequest } from '../../../../src-main/partner-api/request.ts';
import { retryAfterMs } from '../../../../src-main/partner-api/retry-after.ts';
import { usualPage } from '../../../support/page.ts';
import { seededRandom } from '../random.ts';
import { nowSeconds, profileWith } from '../service.ts';
import { oddText } from './arbitraries.ts';
import { property, type Property } from './property.ts';

const thousandths = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
const profile = profileWith();
const random = seededRandom(1, 'properties');

/**
 * The plainest reading of the rule, without a regular expression: sign, whole digits without a leading zero, point,
 * three digits.
 */
function isAmountByHand(text: string): boolean {
  const digits = (part: string): boolean => part !== '' && Array.from(part).every((one) => '0123456789'.includes(one));
  const [whole = '', decimals = '', ...more] = (text.startsWith('-') ? text.slice(1) : text).split('.');
  return (
    more.length === 0 &&
    digits(whole) &&
    digits(decimals) &&
    decimals.length === 3 &&
    whole.length <= 15 &&
    (whole === '0' || !whole.startsWith('0'))
  );
}

function amountText(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(4, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}

function isUuidByHand(text: string): boolean {
  const hex = (part: string): boolean => Array.from(part).every((one) => '0123456789abcdef'.includes(one));
  const parts = text.split('-');
  return parts.length === 5 && parts.every((part, index) => part.length === [8, 4, 4, 4, 12][index] && hex(part));
}

const nearAmount = fc.oneof(
  thousandths.map(amountText),
  oddText,
  fc
    .array(fc.constantFrom('0', '1', '9', '.', '-', '+', 'e', ',', ' ', '\n', '\u0661', '\u066B', '000'), {
      maxLength: 10,
    })
    .map((parts) => parts.join('')),
);
const nearUuid = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.uuid().map((id) => `${id}\n`),
  fc.uuid().map((id) => `{${id}}`),
  fc.uuid().map((id) => id.replaceAll('-', '')),
  oddText,
  fc
    .tuple(fc.uuid(), fc.nat(35), fc.constantFrom('g', 'A', '-', '\u0430', ''))
    .map(([id, at, one]) => id.slice(0, at) + one + id.slice(at + 1)),
);
const cursor = fc.oneof(
  oddText,
  fc.webPath(),
  fc.webQueryParameters(),
  fc.base64String(),
  fc.string({ maxLength: 4096, unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '%',
        '+',
        '&',
        '=',
        '#',
        '?',
        '/',
        "'",
        '"',
        ' ',
        '\r\n',
        '..',
        '%2e',
        '%00',
        '\u0000',
        '\u2028',
        '\u{1F600}',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

export const valueProperties: readonly Property[] = [
  property(
    'amounts',
    'an amount is exactly what the rule says, read by hand',
    8_000,
    nearAmount,
    (text) => (parseAmount(text) !== null) === isAmountByHand(text),
  ),
  property(
    'amounts',
    'no JSON number is an amount',
    2_000,
    fc.oneof(fc.double(), fc.integer(), fc.bigInt()),
    (value) => readAmount(value) === null,
  ),
  property(
    'amounts',
    'totals and comparisons agree with whole thousandths',
    4_000,
    fc.tuple(thousandths, thousandths, fc.integer({ min: 1, max: 100_000 })),
    ([one, other, quantity]) => {
      const [a, b] = [parseAmount(amountText(one)), parseAmount(amountText(other))];
      if (a === null || b === null) return !isAmountByHand(amountText(one)) || !isAmountByHand(amountText(other));
      const product = amountText(one * BigInt(quantity));
      return (
        totalOf(a, quantity) === (isAmountByHand(product) ? product : null) &&
        Math.sign(compareAmounts(a, b)) === (one < other ? -1 : one > other ? 1 : 0)
      );
    },
  ),
  property(
    'identifiers',
    'an id is a lower-case hyphenated UUID and nothing near one',
    8_000,
    nearUuid,
    (text) => isUuid(text) === isUuidByHand(text) && (parseId(text) === text) === isUuidByHand(text),
  ),
  property(
    'cursors',
    "a cursor comes back from the service's side of the address as it was, or is refused",
    6_000,
    cursor,
    (text) => {
      const page = readWallets({ items: [], nextCursor: text }, usualPage);
      if (page === null) return text.length > 4096 || !text.isWellFormed();
      if (page.nextCursor === undefined) return text === '';
      const prepared = prepareRequest(
        profile,
        { operation: 'getPartnerWallets', cursor: page.nextCursor },
        nowSeconds * 1000,
        random,
      );
      const { query, path } = messageOf(profile, prepared);
      const sent = query?.startsWith('cursor=') === true ? query.slice('cursor='.length) : null;
      return (
        page.nextCursor === text &&
        sent !== null &&
        decodeURIComponent(sent) === text &&
        new URL(prepared.url).searchParams.get('cursor') === text &&
        path === '/partner/v1/wallets' &&
        prepared.url.endsWith(`?cursor=${sent}`) &&
        new URL(prepared.url).hash === ''
      );
    },
  ),
  property(
    'cursors',
    'a wait that a header asks for is bounded, whatever the header says',
    4_000,
    fc.tuple(
      fc.oneof(oddText, fc.nat().map(String), fc.date().map(String)),
      fc.constantFrom('seconds' as const, 'milliseconds' as const),
    ),
    ([text, unit]) => {
      const waitMs = retryAfterMs(text, { retryAfterUnit: unit, maximumRetryAfterSeconds: 86_400 }, nowSeconds * 1000);
      return waitMs === null || (waitMs >= 1_000 && waitMs <= 86_400_000);
    },
  ),
];
