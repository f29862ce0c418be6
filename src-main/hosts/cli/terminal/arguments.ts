import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { isUuid } from '../../../core/ids.ts';
import { parseAmount, type Amount } from '../../../core/money.ts';
import { err, ok, type Result } from '../../../core/result.ts';

/** The words of one command line, read but not yet understood by a command. Every reader names the field at fault. */
export interface Arguments {
  readonly words: readonly string[];
  /** Every option that was given. */
  readonly given: readonly OptionName[];
  /** The single value of an option, or null when absent. */
  text(name: TextOption): string | null;
  list(name: ListOption): readonly string[];
  flag(name: FlagOption): boolean;
}

const options = {
  data: { type: 'string' },
  deployment: { type: 'string' },
  'signed-by': { type: 'string' },
  json: { type: 'boolean' },
  language: { type: 'string' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
  invitation: { type: 'string' },
  'token-file': { type: 'string' },
  'valid-days': { type: 'string' },
  cidr: { type: 'string', multiple: true },
  wait: { type: 'string' },
  now: { type: 'boolean' },
  cursor: { type: 'string' },
  all: { type: 'boolean' },
  search: { type: 'string' },
  serial: { type: 'boolean' },
  'serial-file': { type: 'string' },
  wallet: { type: 'string' },
  card: { type: 'string' },
  quantity: { type: 'string' },
  line: { type: 'string', multiple: true },
  reference: { type: 'string' },
  'allow-debt': { type: 'boolean' },
  'expect-unit-price': { type: 'string' },
  'operation-id': { type: 'string' },
  'beside-pending': { type: 'boolean' },
  reveal: { type: 'boolean' },
  pending: { type: 'boolean' },
  remote: { type: 'boolean' },
  invoice: { type: 'string' },
  public: { type: 'boolean' },
  'phrase-file': { type: 'string' },
  write: { type: 'string' },
  'accept-rest': { type: 'string' },
  'try-forms': { type: 'boolean' },
  as: { type: 'string' },
  'pin-file': { type: 'string' },
  'new-pin-file': { type: 'string' },
  'approved-by': { type: 'string' },
  'approved-pin-file': { type: 'string' },
  role: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  counted: { type: 'string', multiple: true },
  'with-lists': { type: 'boolean' },
  anew: { type: 'boolean' },
  'since-last': { type: 'boolean' },
  subcategory: { type: 'string' },
  category: { type: 'string' },
  fixed: { type: 'string' },
  percent: { type: 'string' },
  amount: { type: 'string' },
  'on-face-value': { type: 'boolean' },
  currency: { type: 'string' },
  step: { type: 'string' },
  nearest: { type: 'boolean' },
  'allow-below-cost': { type: 'boolean' },
  reason: { type: 'string' },
  note: { type: 'string' },
  'after-restore': { type: 'boolean' },
  ahead: { type: 'boolean' },
  'not-ahead': { type: 'boolean' },
  only: { type: 'boolean' },
  again: { type: 'boolean' },
  'password-to': { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

export type OptionName = keyof typeof options;
type OptionsLike<Shape> = { [Name in OptionName]: (typeof options)[Name] extends Shape ? Name : never }[OptionName];
export type FlagOption = OptionsLike<{ readonly type: 'boolean' }>;
export type ListOption = OptionsLike<{ readonly multiple: true }>;
export type TextOption = Exclude<OptionsLike<{ readonly type: 'string' }>, ListOption>;

/** Options that every command takes. */
export const commonOptions = ['data', 'deployment', 'signed-by', 'json', 'language', 'help', 'version'] as const;

const optionNames = Object.keys(options).filter((name): name is OptionName => Object.hasOwn(options, name));

export function readArguments(argv: readonly string[]): Result<Arguments, Failure> {
  try {
    const args = valuesJoined(argv);
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
    const twice = repeated(parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])));
    if (twice !== undefined) return err({ code: 'input_invalid', field: twice, detail: 'given_twice' });
    const alone = ofNobody(parsed.values);
    if (alone !== undefined) return invalid(alone);
    const values = new Map<string, unknown>(Object.entries(parsed.values));
    const given = (name: string): unknown => values.get(name);
    return ok({
      words: parsed.positionals.map((word) => (word.startsWith(kept) ? word.slice(kept.length) : word)),
      given: optionNames.filter((name) => given(name) !== undefined),
      text: (name) => stringOf(given(name)),
      list: (name) => {
        const value = given(name);
        return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
      },
      flag: (name) => given(name) === true,
    });
  } catch (error) {
    // The parser quotes the option at fault; nothing else of its text is used.
    const named =
      error instanceof Error ? /^[^']*'--?([\p{L}\p{N}][\p{L}\p{N}-]*)/u.exec(error.message)?.[1] : undefined;
    return err({ code: 'input_invalid', field: named ?? 'arguments' });
  }
}

/** The first option of one value that was given again: which of the two was meant is not guessed. */
function repeated(names: readonly string[]): OptionName | undefined {
  return optionNames.find((name) => isSingle(name) && names.indexOf(name) !== names.lastIndexOf(name));
}

/** The name that a PIN was given without: passed over, it would look as if somebody had signed in. */
function ofNobody(given: object): 'as' | 'approved-by' | undefined {
  const without = (pin: OptionName, name: OptionName): boolean =>
    Object.hasOwn(given, pin) && !Object.hasOwn(given, name);
  if (without('pin-file', 'as')) return 'as';
  return without('approved-pin-file', 'approved-by') ? 'approved-by' : undefined;
}

function isSingle(name: OptionName): boolean {
  return options[name].type === 'string' && !('multiple' in options[name]);
}

/** Before a word that the parser would take for options without a name: no argument has it. */
const kept = '\0';

/** A number that begins with a dash is a word, which the command then refuses by the name that it has for it. */
function isDashedWord(word: string): boolean {
  return /^-[^A-Za-z-]/.test(word);
}

/**
 * A value may begin with a dash, as one thumbprint in 64 does (base64url): what follows an option that takes a value is
 * its value, unless it is an option itself. Ours have no short names.
 */
function valuesJoined([word, ...rest]: readonly string[]): string[] {
  if (word === undefined || word === '--') return word === undefined ? [] : [word, ...rest];
  const [next, ...after] = rest;
  return takesValue(word) && next?.startsWith('-') === true && !isOption(next)
    ? [`${word}=${next}`, ...valuesJoined(after)]
    : [isDashedWord(word) ? `${kept}${word}` : word, ...valuesJoined(rest)];
}

function takesValue(word: string): boolean {
  return optionNames.some((name) => word === `--${name}` && options[name].type === 'string');
}

function isOption(word: string): boolean {
  return word === '--' || optionNames.some((name) => word === `--${name}` || word.startsWith(`--${name}=`));
}

/** The name of the first given option that `allowed` does not hold, or null. */
export function strangeOption({ given }: Arguments, allowed: readonly OptionName[]): OptionName | null {
  return given.find((name) => !allowed.includes(name)) ?? null;
}

export function wholeNumber(
  args: Arguments,
  name: TextOption,
  range: { readonly from: number; readonly to: number; readonly otherwise?: number },
): Result<number, Failure> {
  const text = args.text(name);
  if (text === null && range.otherwise !== undefined) return ok(range.otherwise);
  const value = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= range.from && value <= range.to ? ok(value) : invalid(name);
}

export function uuidOption<T extends string>(args: Arguments, name: TextOption): Result<T, Failure> {
  const text = args.text(name);
  return text !== null && isId<T>(text) ? ok(text) : invalid(name);
}

/** The `index`-th word after the command, which must be a UUID; `name` is what the usage calls it. */
export function uuidWord<T extends string>(args: Arguments, index: number, name: string): Result<T, Failure> {
  const text = args.words[index];
  return text !== undefined && isId<T>(text) ? ok(text) : invalid(name);
}

export function amountOption(args: Arguments, name: TextOption): Result<Amount | null, Failure> {
  const text = args.text(name);
  if (text === null) return ok(null);
  const amount = parseAmount(text);
  return amount === null ? invalid(name) : ok(amount);
}

export function invalid(field: string): { readonly ok: false; readonly error: Failure } {
  return err({ code: 'input_invalid', field });
}

function isId<T extends string>(text: string): text is T {
  return isUuid(text);
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
