import { serializeComponent, type ComponentId } from '../../../src-main/signatures/component.ts';
import type { HeaderLine } from '../../../src-main/signatures/message.ts';
import type { Draft, Exchange } from './draft.ts';
import type { TamperingName } from './tampering.ts';

/**
 * A way in which a library and we differ, and why we are right. It explains a disagreement only where the trait is
 * there (`applies`), where the two agree once the trait is taken away (`without`), and where we said what is written
 * here.
 */
export interface Difference {
  readonly library: 'http-message-sig' | 'http-message-signatures';
  readonly what: string;
  readonly why: string;
  readonly section: string;
  /** What we make of such a message; `differs` where we build another base, so that neither verifies the other. */
  readonly ours: 'accepts' | 'refuses' | 'differs';
  readonly applies: (draft: Draft) => boolean;
  readonly without: (draft: Draft) => Draft;
}

const fold = /[ \t]*\r?\n[ \t]+/g;
const unfolded = (value: string): string => value.replace(fold, ' ');
/** Anything but visible ASCII, space and tab, once folds are undone. */
const odd = /[^\t\x20-\x7e]/;
const plain = (value: string): string =>
  value.replace(/([ \t]*\r?\n[ \t]+)|[^\t\x20-\x7e]/g, (_, kept: string | undefined) => kept ?? '?');

/** As a client sends it: what is read from the address is read from this (RFC 9110 section 4.2.3). */
const normal = (address: string): string => new URL(address).href;
const withoutFragment = (address: string): string => address.split('#', 1).join('');

const inExchange =
  (change: (exchange: Exchange) => Partial<Exchange>) =>
  (draft: Draft): Draft => ({ ...draft, exchange: { ...draft.exchange, ...change(draft.exchange) } });
const inAddress = (change: (address: string) => string) => inExchange(({ address }) => ({ address: change(address) }));
const inValues = (change: (value: string) => string) =>
  inExchange(({ headers, answer }) => {
    const changed = (lines: readonly HeaderLine[]) => lines.map(([name, value]): HeaderLine => [name, change(value)]);
    return {
      headers: changed(headers),
      answer: answer === null ? null : { ...answer, headers: changed(answer.headers) },
    };
  });
const untampered = (draft: Draft): Draft => ({ ...draft, tampering: 'none' });
const anyValue = ({ exchange: { headers, answer } }: Draft, test: (value: string) => boolean): boolean =>
  [...headers, ...(answer?.headers ?? [])].some(([, value]) => test(value));
const covers = ({ components }: Draft, wanted: string): boolean => components.some(({ name }) => name === wanted);
const withComponents =
  (keep: (component: ComponentId, index: number, all: readonly ComponentId[]) => boolean) =>
  (draft: Draft): Draft => ({ ...draft, components: draft.components.filter(keep) });
const isFirst = (component: ComponentId, index: number, all: readonly ComponentId[]): boolean =>
  all.findIndex((one) => serializeComponent(one) === serializeComponent(component)) === index;
const timesInQuery = (address: string, queryParam: string): number =>
  address.split(/[?&]/).filter((pair) => pair.startsWith(`${queryParam}=`)).length;

/** One tampering that only one of the two minds. */
function minding(...names: readonly TamperingName[]): Pick<Difference, 'applies' | 'without'> {
  return { applies: ({ tampering }) => names.includes(tampering), without: untampered };
}

const fragment = {
  applies: ({ exchange: { address } }: Draft) => address.includes('#'),
  without: inAddress(withoutFragment),
};
const notNormal = {
  applies: ({ exchange: { address } }: Draft) => normal(address) !== address,
  without: inAddress(normal),
};
const folded = {
  applies: (draft: Draft) => anyValue(draft, (value) => unfolded(value) !== value),
  without: inValues(unfolded),
};
const oddCharacter = {
  applies: (draft: Draft) => anyValue(draft, (value) => odd.test(unfolded(value))),
  without: inValues(plain),
};
const wholeDecimal = minding('a whole number as a decimal');
const decimalWhy =
  'it reads 1.0 as the Integer 1 and writes that; the parameter must be an Integer, and what was received is a Decimal';

export const differences: readonly Difference[] = [
  {
    library: 'http-message-sig',
    what: 'address not in its normal form',
    ours: 'differs',
    section: 'RFC 9421, 2.2.2 and 2.2.6; RFC 9110, 4.2.3',
    why: 'it signs the text it is given; we sign the address as it is sent: host in lower case, no default port, path "/", dots resolved, characters encoded',
    ...notNormal,
  },
  {
    library: 'http-message-sig',
    what: 'fragment',
    ours: 'differs',
    section: 'RFC 9110, 7.1',
    why: 'it refuses the address or keeps the fragment in @target-uri; a target URI has none, and it is never sent',
    ...fragment,
  },
  {
    library: 'http-message-sig',
    what: 'uncovered header that is not ASCII',
    ours: 'accepts',
    section: 'RFC 9421, 2.5',
    why: 'it refuses the whole message; only the values of covered components enter the base',
    ...oddCharacter,
  },
  {
    library: 'http-message-sig',
    what: 'obsolete fold',
    ours: 'differs',
    section: 'RFC 9421, 2.1; RFC 9112, 2.2 and 5.2',
    why: 'it keeps the white space before a fold, which is part of it, and takes a line feed alone for a character',
    ...folded,
  },
  {
    library: 'http-message-sig',
    what: '@query-param',
    ours: 'accepts',
    section: 'RFC 9421, 2.2.8',
    why: 'it does not support the component',
    applies: (draft) => covers(draft, '@query-param'),
    without: withComponents(({ queryParam }) => queryParam === undefined),
  },
  {
    library: 'http-message-sig',
    what: 'label in one of the two fields only',
    ours: 'accepts',
    section: 'RFC 9421, 3.2',
    why: 'it refuses all signatures of the message; only the chosen one needs its partner',
    ...minding('a label without a signature', 'a signature without a label'),
  },
  {
    library: 'http-message-sig',
    what: 'parameter on a Signature member',
    ours: 'accepts',
    section: 'RFC 9421, 4.2; RFC 8941, 2',
    why: 'it refuses it; a parameter that nobody defined should be no error',
    ...minding('a parameter on the signature'),
  },
  {
    library: 'http-message-sig',
    what: 'whole number written as a decimal',
    ours: 'refuses',
    section: 'RFC 9421, 2.3; RFC 8941, 4.1.5',
    why: decimalWhy,
    ...wholeDecimal,
  },
  {
    library: 'http-message-signatures',
    what: 'method in lower case',
    ours: 'differs',
    section: 'RFC 9421, 2.2.1',
    why: 'it writes the method in capitals; its case is to be left alone',
    applies: (draft) => covers(draft, '@method') && /[a-z]/.test(draft.exchange.method),
    without: inExchange(({ method }) => ({ method: method.toUpperCase() })),
  },
  {
    library: 'http-message-signatures',
    what: 'address not in its normal form',
    ours: 'differs',
    section: 'RFC 9421, 2.2.2; RFC 9110, 4.2.3',
    why: 'its @target-uri is the text it is given; ours is the address as it is sent',
    ...notNormal,
  },
  {
    library: 'http-message-signatures',
    what: 'fragment',
    ours: 'differs',
    section: 'RFC 9110, 7.1',
    why: 'it keeps the fragment in @target-uri; a target URI has none, and it is never sent',
    ...fragment,
  },
  {
    library: 'http-message-signatures',
    what: 'empty query in @request-target',
    ours: 'differs',
    section: 'RFC 9421, 2.2.5; RFC 9112, 3.2.1',
    why: 'it drops the "?" of an empty query, which is on the request line',
    applies: (draft) => covers(draft, '@request-target') && /\?(#|$)/.test(draft.exchange.address),
    without: inAddress((address) => address.replace(/\?(?=#|$)/, '')),
  },
  {
    library: 'http-message-signatures',
    what: 'covered header that is not ASCII',
    ours: 'refuses',
    section: 'RFC 9421, 2.1 and 2.5',
    why: 'it signs any character, and strips more than spaces and tabs; a base must be ASCII without control characters, or a value could write lines of its own',
    ...oddCharacter,
  },
  {
    library: 'http-message-signatures',
    what: 'obsolete fold',
    ours: 'differs',
    section: 'RFC 9421, 2.1; RFC 9112, 5.2',
    why: 'it leaves the carriage return and the white space before a fold in the value',
    ...folded,
  },
  {
    library: 'http-message-signatures',
    what: 'white space around the signature fields',
    ours: 'accepts',
    section: 'RFC 9110, 5.5',
    why: 'it reads them with the tab in front; white space around a field is no part of its value',
    ...minding('white space around values'),
  },
  {
    library: 'http-message-signatures',
    what: 'component named twice',
    ours: 'refuses',
    section: 'RFC 9421, 2.5',
    why: 'it signs it; a component may be in the base once',
    applies: ({ components }) => !components.every(isFirst),
    without: withComponents(isFirst),
  },
  {
    library: 'http-message-signatures',
    what: "@query-param with one of !'()~",
    ours: 'differs',
    section: 'RFC 9421, 2.2.8',
    why: 'it leaves them as they are; the encoding for forms encodes them',
    applies: (draft) => covers(draft, '@query-param') && /\?.*(?:[!'()~]|%2[1789]|%7e)/i.test(draft.exchange.address),
    without: inAddress((address) => address.replace(/\?.*/, (query) => query.replace(/[!'()~]|%2[1789]|%7e/gi, 'x'))),
  },
  {
    library: 'http-message-signatures',
    what: '@query-param that the query has twice',
    ours: 'refuses',
    section: 'RFC 9421, 2.2.8',
    why: 'it writes a line for each; such a parameter must not be covered',
    applies: ({ components, exchange: { address } }) =>
      components.some(({ queryParam }) => queryParam !== undefined && timesInQuery(address, queryParam) > 1),
    without: (draft) =>
      withComponents(
        ({ queryParam }) => queryParam === undefined || timesInQuery(draft.exchange.address, queryParam) < 2,
      )(draft),
  },
  {
    library: 'http-message-signatures',
    what: 'several signatures',
    ours: 'accepts',
    section: 'RFC 9421, 3.2 and 7.2.6',
    why: 'it cannot be told which one to verify and lets the last decide',
    ...minding('a broken signature of a known key, after', 'a label without a signature'),
  },
  {
    library: 'http-message-signatures',
    what: 'label given twice',
    ours: 'refuses',
    section: 'RFC 9421, 4.1',
    why: 'it lets the last one win; labels must be unique across all lines',
    ...minding('a line of Signature-Input twice'),
  },
  {
    library: 'http-message-signatures',
    what: 'parameter given twice',
    ours: 'refuses',
    section: 'RFC 8941, 3.1.2 and 4.2.3.2; RFC 9421, 7.5.3',
    why: 'it takes the last, as a reader may; but nobody may write it twice, and a reader that took the first would judge another signature, so we take none',
    ...minding('a parameter twice'),
  },
  {
    library: 'http-message-signatures',
    what: 'whole number written as a decimal',
    ours: 'refuses',
    section: 'RFC 9421, 2.3; RFC 8941, 4.1.5',
    why: decimalWhy,
    ...wholeDecimal,
  },
  {
    library: 'http-message-signatures',
    what: 'required component of which only the twin is covered',
    ours: 'refuses',
    section: 'RFC 9421, 2.4 and 3.2.1',
    why: 'it looks at the name alone; with ;req it is a component of another message',
    applies: ({ required }) => required.length > 0,
    without: (draft) => ({ ...draft, required: [] }),
  },
  {
    library: 'http-message-signatures',
    what: 'alg that the key is not for',
    ours: 'refuses',
    section: 'RFC 9421, 3.1 and 3.3',
    why: 'it signs with its key and names the other algorithm; nobody can verify that',
    applies: ({ parameters }) => parameters.some(([name, value]) => name === 'alg' && value !== 'ecdsa-p256-sha256'),
    without: (draft) => ({ ...draft, parameters: draft.parameters.filter(([name]) => name !== 'alg') }),
  },
];
