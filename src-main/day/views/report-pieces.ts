import type { CountedList } from '../../../src-shared/contract/day-lists.ts';
import type { DayReport } from '../../../src-shared/contract/day.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import type { MainKey } from '../../../src-shared/words/main-messages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import { money, timeOf } from '../../pages/drawn-values.ts';
import { escaped } from '../../pages/page.ts';
import type { Block, Fact, TableRow } from '../../pages/report-blocks.ts';

export interface ReportWords {
  readonly language: Language;
  /** Null for somebody whose name was erased. */
  readonly personOf: (id: string) => string | null;
  readonly walletOf: (id: string) => string | null;
}

type Totals = DayReport['totals'];

/** The pieces that all reports are made of, in one language. */
export class ReportPieces {
  readonly words: ReportWords;

  constructor(words: ReportWords) {
    this.words = words;
  }

  text(key: MainKey, values?: Readonly<Record<string, string | number>>): string {
    return drawnText(this.words.language)(key, values);
  }

  heading(key: MainKey, count?: number): Block {
    return { kind: 'heading', text: count === undefined ? this.text(key) : `${this.text(key)} (${count})` };
  }

  note(key: MainKey, values?: Readonly<Record<string, string | number>>): Block {
    return { kind: 'note', markup: escaped(this.text(key, values)) };
  }

  fact(key: MainKey, markup: string): Fact {
    return { name: this.text(key), markup };
  }

  time(instant: string): string {
    return escaped(this.plainTime(instant));
  }

  /** For a text that is escaped as a whole. */
  plainTime(instant: string): string {
    return timeOf(Date.parse(instant), this.words.language);
  }

  /** Each currency by itself. */
  sums(sums: readonly { readonly amount: string; readonly currency: string }[]): string {
    const { language } = this.words;
    return sums.length === 0 ? '-' : sums.map(({ amount, currency }) => money(amount, currency, language)).join('<br>');
  }

  figures({ sales, cards, charge, uncharged, cost, margin }: Totals): readonly Block[] {
    const rows = [
      this.fact('day.sales', count(sales)),
      this.fact('day.cards', count(cards)),
      this.fact('day.charge', this.sums(charge)),
      ...(cost === null ? [] : [this.fact('day.cost', this.sums(cost))]),
      ...(margin === null ? [] : [this.fact('day.margin', this.sums(margin))]),
    ];
    const noted = uncharged === 0 ? [] : [this.note('day.uncharged', { count: Math.abs(uncharged) })];
    return [{ kind: 'facts', rows }, ...noted];
  }

  /** A table of what was sold, by one thing; nothing where there is no row. */
  groups<T extends Totals>(
    title: MainKey,
    groups: readonly T[],
    nameOf: (group: T) => string,
    shareOf?: (group: T) => number,
  ): readonly Block[] {
    if (groups.length === 0) return [];
    const seesCost = groups.some(({ cost }) => cost !== null);
    const heads = [
      this.text('day.sales'),
      this.text('day.cards'),
      this.text('day.charge'),
      ...(seesCost ? [this.text('day.cost'), this.text('day.margin')] : []),
    ];
    const rows = groups.map((group): TableRow => {
      const { sales, cards, charge, cost, margin } = group;
      const sums = [charge, ...(seesCost ? [cost ?? [], margin ?? []] : [])].map((all) => this.sums(all));
      const row = { markup: `<bdi>${escaped(nameOf(group))}</bdi>`, cells: [count(sales), count(cards), ...sums] };
      return shareOf === undefined ? row : { ...row, share: shareOf(group) };
    });
    return [this.heading(title), { kind: 'table', heads, rows }];
  }

  /** Where a list names fewer than there are, it says so below the last one. */
  unnamedOf({ lines, count: all }: CountedList<unknown>): readonly Block[] {
    return all > lines.length ? [this.note('day.more', { count: all - lines.length })] : [];
  }

  unnamed(): string {
    return this.text('paper.unnamed');
  }

  /** An id would tell nobody on paper who it was. */
  person(id: string | null): string {
    return id === null ? this.text('day.nobody') : (this.words.personOf(id) ?? this.text('people.erased'));
  }
}

/** Less than nothing where more was taken back than sold: its sign stands before it in every language. */
function count(value: number): string {
  return `<bdi dir="ltr">${value}</bdi>`;
}
