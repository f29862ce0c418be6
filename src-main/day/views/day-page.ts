import type { DayReport } from '../../../src-shared/contract/day.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import type { MainKey } from '../../../src-shared/words/main-messages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { money, timeOf } from '../../pages/drawn-values.ts';
import { drawPage, escaped } from '../../pages/page.ts';

export interface DayPageWords {
  readonly language: Language;
  /** Null for somebody whose name was erased. */
  readonly personOf: (id: string) => string | null;
  readonly walletOf: (id: string) => string | null;
}

type Totals = DayReport['totals'];
type Group = DayReport['byCard'][number];
type Line = DayReport['carriedOver'][number];

/** A report as one file that needs nothing else: to be printed, sent or kept. It has no script and loads nothing. */
export function dayPage(report: DayReport, words: DayPageWords): string {
  return new DayPage(report, words).drawn();
}

class DayPage {
  readonly #report: DayReport;
  readonly #words: DayPageWords;

  constructor(report: DayReport, words: DayPageWords) {
    this.#report = report;
    this.#words = words;
  }

  drawn(): string {
    const { name, totals, byCard, byPerson, byWallet, running, counted } = this.#report;
    const { personOf, walletOf, language } = this.#words;
    const text = drawnText(language);
    const title = name === null ? text('day.x.title') : text('day.z.title', { name });
    const body = [
      `<h1>${escaped(title)}</h1>`,
      this.#times(),
      this.#figures(totals),
      this.#groups('day.byCard', byCard, ({ id, name: card }) => serviceName(card, language) ?? id),
      this.#groups('day.byPerson', byPerson.some(({ id }) => id !== null) ? byPerson : [], ({ id }) =>
        id === null ? text('day.nobody') : (personOf(id) ?? id),
      ),
      this.#groups('day.byWallet', byWallet, ({ id }) => (id === null ? null : (walletOf(id) ?? id))),
      this.#lines(),
      this.#lost(),
      counted === null ? '' : `<h2>${this.#text('day.cash.title')}</h2><p>${this.#sums(counted)}</p>`,
      running === null ? '' : `<h2>${this.#text('day.running')}</h2>${this.#figures(running)}`,
      this.#place(),
    ];
    const { html, policy } = drawPage({
      language,
      title,
      style,
      body: `<main>${body.join('')}</main>`,
    });
    // A file has no server to name its policy; what only a server may name is left out.
    const own = policy.split('; ').filter((rule) => /^(?:default-src|style-src|base-uri|form-action) /.test(rule));
    return html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${own.join('; ')}">`);
  }

  #times(): string {
    const { name, from, until } = this.#report;
    const { language } = this.#words;
    const end = timeOf(Date.parse(until), language);
    return `<dl>${[
      from === null ? '' : this.#row('day.z.from', escaped(timeOf(Date.parse(from), language))),
      name === null
        ? `<div><dt>${this.#text('day.asOf', { time: end })}</dt></div>`
        : this.#row('day.z.issued', escaped(end)),
    ].join('')}</dl>`;
  }

  #lost(): string {
    const { lost } = this.#report;
    if (lost === null) return '';
    const { from, to, running } = lost;
    const says = from === null ? this.#text('day.lost.all', { to }) : this.#text('day.lost.after', { from, to });
    return `<h2>${this.#text('day.lost.title')}</h2><p>${says}</p><p>${this.#text('day.lost.total', { to })}</p>${this.#figures(running)}`;
  }

  #figures({ sales, cards, charge, uncharged, cost, margin }: Totals): string {
    return `<dl>${[
      this.#row('day.sales', String(sales)),
      this.#row('day.cards', String(cards)),
      this.#row('day.charge', this.#sums(charge)),
      cost === null ? '' : this.#row('day.cost', this.#sums(cost)),
      margin === null ? '' : this.#row('day.margin', this.#sums(margin)),
    ].join('')}</dl>${uncharged === 0 ? '' : `<p>${this.#text('day.uncharged', { count: Math.abs(uncharged) })}</p>`}`;
  }

  #groups(title: MainKey, groups: readonly Group[], nameOf: (group: Group) => string | null): string {
    if (groups.length === 0) return '';
    const seesCost = groups.some(({ cost }) => cost !== null);
    const heads: readonly MainKey[] = [
      'day.sales',
      'day.cards',
      'day.charge',
      ...(seesCost ? (['day.cost', 'day.margin'] as const) : []),
    ];
    const rows = groups.map((group) => {
      const { sales, cards, charge, cost, margin } = group;
      const name = nameOf(group) ?? drawnText(this.#words.language)('paper.unnamed');
      const sums = [charge, ...(seesCost ? [cost ?? [], margin ?? []] : [])].map((all) => this.#sums(all));
      const cells = [String(sales), String(cards), ...sums].map((cell) => `<td>${cell}</td>`);
      return `<tr><th scope="row"><bdi>${escaped(name)}</bdi></th>${cells.join('')}</tr>`;
    });
    const head = heads.map((key) => `<th scope="col">${this.#text(key)}</th>`).join('');
    return `<h2>${this.#text(title)}</h2><table><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  }

  /** What is in no total of it, or in one of its own, by name. */
  #lines(): string {
    const { name, carriedOver, carriedOverCount, late, lateOrders, takenBack, takenBackOrders } = this.#report;
    const { undecided, endedLate, soldInLost, ended } = this.#report;
    const { replacements } = this.#report;
    const notSold = ended.reduce((sum, { sales }) => sum + sales, 0);
    return [
      this.#named(name === null ? 'day.noResult' : 'day.carriedOver', carriedOver, carriedOverCount),
      this.#named('day.late', lateOrders, late.sales),
      this.#named('day.takenBack', takenBackOrders, takenBack.sales),
      this.#named('day.undecided', undecided),
      this.#named('day.endedLate', endedLate),
      this.#named('day.soldInLost', soldInLost),
      replacements === undefined
        ? ''
        : `<h2>${this.#text('day.replacements')}</h2>${this.#figures(replacements)}<p>${this.#text('day.replacements.says')}</p>`,
      this.#complaints(),
      `<dl>${this.#row('day.ended', String(notSold))}</dl>`,
    ].join('');
  }

  /** The list may name fewer than there are. */
  #named(title: MainKey, lines: readonly Line[], count = lines.length): string {
    if (count === 0) return '';
    const { language } = this.#words;
    const items = lines.map(({ operationId, cardName, cards, intendedAt }) => {
      const card = escaped(serviceName(cardName, language) ?? operationId);
      return `<div><dt><bdi>${card}</bdi> × ${cards}</dt><dd>${escaped(timeOf(Date.parse(intendedAt), language))}</dd></div>`;
    });
    return `<h2>${this.#text(title)} (${count})</h2><dl>${items.join('')}</dl>`;
  }

  #complaints(): string {
    const { complaints } = this.#report;
    if (complaints === undefined) return '';
    const { language } = this.#words;
    const items = complaints.items.map(({ operationId, cardName, openedAt, sent }) => {
      const card = escaped(serviceName(cardName, language) ?? operationId);
      const state = this.#text(sent ? 'complaint.state.sent' : 'complaint.state.open');
      return `<div><dt><bdi>${card}</bdi> · ${state}</dt><dd>${escaped(timeOf(Date.parse(openedAt), language))}</dd></div>`;
    });
    return `<h2>${this.#text('complaint.list')} (${complaints.count})</h2><dl>${items.join('')}</dl>`;
  }

  #place(): string {
    const { firstSeq, lastSeq, headHash } = this.#report;
    const entries = this.#text('day.z.entries.of', { first: String(firstSeq), last: String(lastSeq) });
    return `<dl>${[
      this.#row('day.z.entries', entries),
      this.#row('day.z.check', `<bdi dir="ltr" class="id">${escaped(headHash)}</bdi>`),
    ].join('')}</dl>`;
  }

  #row(key: MainKey, value: string): string {
    return `<div><dt>${this.#text(key)}</dt><dd>${value}</dd></div>`;
  }

  /** Each currency by itself. */
  #sums(sums: readonly { readonly amount: string; readonly currency: string }[]): string {
    const { language } = this.#words;
    return sums.length === 0 ? '-' : sums.map(({ amount, currency }) => money(amount, currency, language)).join('<br>');
  }

  #text(key: MainKey, values?: Readonly<Record<string, string | number>>): string {
    return escaped(drawnText(this.#words.language)(key, values));
  }
}

/** Black on white, for a printer of any width. */
const style = `
:root { color-scheme: light; background: #fff; color: #000; font: 14px/1.5 'Vazirmatn Variable', 'Noto Sans Arabic', system-ui, sans-serif; }
* { margin: 0; padding: 0; box-sizing: border-box; }
main { max-inline-size: 60rem; margin-inline: auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.1rem; margin-block: 1.25rem 0.25rem; }
dl { margin-block: 0.75rem; }
dl div { display: flex; justify-content: space-between; gap: 1rem; border-block-end: 1px solid #bbb; padding-block: 0.15rem; }
dd { font-weight: 600; font-variant-numeric: tabular-nums; text-align: end; }
table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: end; padding: 0.2rem 0.4rem; border-block-end: 1px solid #bbb; vertical-align: top; }
th[scope='row'] { text-align: start; font-weight: 400; overflow-wrap: anywhere; }
.id { font: 0.8rem/1.4 monospace; overflow-wrap: anywhere; }
@page { margin: 12mm; }
tr, h2 { break-inside: avoid; break-after: auto; }
`;
