import type { LocalizedText } from '../../../src-shared/contract/schemas.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { summed } from '../../day/machine/sums.ts';
import { money, timeOf } from '../../pages/drawn-values.ts';
import { escaped } from '../../pages/page.ts';
import type { Block, Fact } from '../../pages/report-blocks.ts';
import type { MoneyBack } from '../machine/payments.ts';

interface Paper {
  readonly language: Language;
  readonly saleNumber: string | null;
  readonly nameOf: (operationId: string) => LocalizedText | null;
}

export function moneyBackTitle({ what }: Pick<MoneyBack, 'what'>, language: Language): string {
  return drawnText(language)(`payment.what.${what}`);
}

/** What was given back, for the customer: of which sale, how much of each card, by which means and why. */
export function moneyBackBlocks(back: MoneyBack, { language, saleNumber, nameOf }: Paper): readonly Block[] {
  const text = drawnText(language);
  const { lines, means, reason, atMs } = back;
  const number: readonly Fact[] =
    saleNumber === null
      ? []
      : [{ name: text('paper.saleNumber'), markup: `<bdi dir="ltr" class="id">${escaped(saleNumber)}</bdi>` }];
  const cards = lines.map(({ operationId, amount, currency }): Fact => ({
    name: serviceName(nameOf(operationId), language) ?? text('paper.unnamed'),
    markup: money(amount, currency, language),
  }));
  const totals = summed(lines).map(({ amount, currency }) => money(amount, currency, language));
  return [
    { kind: 'title', text: moneyBackTitle(back, language) },
    { kind: 'facts', rows: [...number, { name: text('paper.time'), markup: escaped(timeOf(atMs, language)) }] },
    { kind: 'facts', rows: cards },
    {
      kind: 'facts',
      rows: [
        { name: text('paper.total'), markup: totals.join('<br>') },
        { name: text('payment.returnedBy'), markup: escaped(text(`payment.means.${means}`)) },
        { name: text('payment.reason'), markup: escaped(text(`payment.reason.${reason}`)) },
      ],
    },
  ];
}
