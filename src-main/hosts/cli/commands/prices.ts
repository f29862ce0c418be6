import { targetKinds } from '../../../../src-shared/contract/charges.ts';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { pricedCard } from '../../../app/counter/charges.ts';
import type { CardId, WalletId } from '../../../core/ids.ts';
import { ok, type Result } from '../../../core/result.ts';
import { chargeOf } from '../../../prices/machine/charge.ts';
import type { PriceRuleTerms } from '../../../prices/machine/events.ts';
import type { PriceRecords } from '../../../prices/records/price-records.ts';
import { invalid, uuidWord, type Arguments, type TextOption } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';

const formOptions = ['fixed', 'percent', 'amount'] as const;
const setOptions = [
  ...targetKinds,
  ...formOptions,
  'on-face-value',
  'currency',
  'step',
  'nearest',
  'allow-below-cost',
] as const;

export const prices: Command = {
  usage: [
    'list',
    [
      'set (--card C | --subcategory S | --category G | --wallet W) (--fixed A | --percent P | --amount A)',
      '[--on-face-value] --currency CUR [--step A [--nearest]] [--allow-below-cost]',
    ].join(' '),
    'remove RULE',
    'rate FROM TO RATE',
    'face-value C A CUR',
    'example W C',
    'history',
  ].join(' | '),
  options: setOptions,
  optionsFor: { set: setOptions, list: [], remove: [], rate: [], 'face-value': [], example: [], history: [] },
  words: { from: 1, to: 4 },
  roles: ['manager'],
  readsFor: ['list', 'history', 'example'],
  run: (context) => {
    const [what = '', ...rest] = context.args.words;
    const wanted = Object.hasOwn(wordsAfter, what) ? wordsAfter[what] : undefined;
    if (wanted === undefined || rest.length !== wanted) return failed(invalid('prices').error);
    return what === 'example' ? example(context) : inRecords(context, what);
  },
};

/** How many words follow each. */
const wordsAfter: Readonly<Record<string, number>> = {
  list: 0,
  set: 0,
  remove: 1,
  rate: 3,
  'face-value': 3,
  example: 2,
  history: 0,
};

function inRecords(context: CliContext, what: string): CommandOutcome {
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const records = localRecords.value.prices;
  if (what === 'list') return done(records.read());
  if (what === 'history') return done({ items: records.history().map(shownEvent) });
  const changed = change(records, context.args, what);
  return changed.ok ? done(records.read()) : failed(changed.error);
}

function change(records: PriceRecords, args: Arguments, what: string): Result<unknown, Failure> {
  const [, first = '', second = '', third = ''] = args.words;
  const slip = smallCodeIn({
    currency: what === 'face-value' ? third : what === 'set' ? (args.text('currency') ?? '') : '',
    from: what === 'rate' ? first : '',
    to: what === 'rate' ? second : '',
  });
  if (slip !== null) return invalid(slip);
  if (what === 'remove') return records.removeRule(first);
  if (what === 'rate') return records.setRate({ from: first, to: second, rate: third });
  if (what === 'face-value') return records.setFaceValue({ card: first, amount: second, currency: third });
  const terms = termsIn(args);
  return terms.ok ? records.setRule(terms.value) : terms;
}

/** A code in small letters is a slip of the hand: no wallet has it, so what is set for it would never be followed. */
function smallCodeIn(typed: Readonly<Record<'currency' | 'from' | 'to', string>>): 'currency' | 'from' | 'to' | null {
  return (['currency', 'from', 'to'] as const).find((field) => /^[a-z]{3}$/.test(typed[field])) ?? null;
}

function shownEvent({ atMs, ...event }: ReturnType<PriceRecords['history']>[number]): unknown {
  return { ...event, at: new Date(atMs).toISOString() };
}

function termsIn(args: Arguments): Result<PriceRuleTerms, Failure> {
  const target = oneOf(args, targetKinds);
  if (target === null) return invalid('card');
  const form = oneOf(args, formOptions);
  if (form === null) return invalid('fixed');
  const step = args.text('step');
  if (step === null && args.flag('nearest')) return invalid('step');
  if (form.name === 'fixed' && args.flag('on-face-value')) return invalid('on-face-value');
  return ok({
    target: { kind: target.name, id: target.text },
    form: formOf(form.name, form.text, args.flag('on-face-value')),
    currency: args.text('currency') ?? '',
    rounding: step === null ? null : { step, mode: args.flag('nearest') ? 'nearest' : 'up' },
    allowBelowCost: args.flag('allow-below-cost'),
  });
}

function formOf(name: (typeof formOptions)[number], text: string, onFaceValue: boolean): PriceRuleTerms['form'] {
  if (name === 'fixed') return { kind: name, amount: text };
  const on = onFaceValue ? ({ on: 'faceValue' } as const) : {};
  return name === 'percent' ? { kind: name, percent: text, ...on } : { kind: name, amount: text, ...on };
}

/** The one of these options that is given; null if there is none, or more than one. */
function oneOf<N extends TextOption>(
  args: Arguments,
  names: readonly N[],
): { readonly name: N; readonly text: string } | null {
  const given = names.flatMap((name) => {
    const text = args.text(name);
    return text === null ? [] : [{ name, text }];
  });
  const [only] = given;
  return given.length === 1 && only !== undefined ? only : null;
}

/** What a card costs, what it is charged at and why, at the prices in force; for managers. */
async function example(context: CliContext): Promise<CommandOutcome> {
  const wallet = uuidWord<WalletId>(context.args, 1, 'wallet');
  if (!wallet.ok) return failed(wallet.error);
  const id = uuidWord<CardId>(context.args, 2, 'card');
  if (!id.ok) return failed(id.error);
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const { catalogue, localRecords } = counter.value;
  const synced = await catalogue.sync(wallet.value);
  if (!synced.ok) return failed(synced.error);
  const card = catalogue.card(wallet.value, id.value);
  if (card === null) return failed(invalid('card').error);
  if (card.unitPrice === undefined) return failed({ code: 'card_without_price', field: 'card' });
  const category = catalogue.categoryOf(wallet.value, card.subcategoryId);
  const priced = chargeOf(localRecords.prices.read(), pricedCard(wallet.value, card, card.unitPrice, category));
  return done({ cost: card.unitPrice, ...priced });
}
