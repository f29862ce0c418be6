import type { ComparedBalances } from '../../../src-shared/contract/reports.ts';
import type { ReportPieces } from '../../day/views/report-pieces.ts';
import { escaped } from '../../pages/page.ts';
import type { Block, TableRow } from '../../pages/report-blocks.ts';

type Wallet = ComparedBalances['wallets'][number];

/** What each wallet held before and after, and what the sales of this journal do not explain of it. */
export function balanceBlocks(balances: ComparedBalances | null, pieces: ReportPieces): readonly Block[] {
  if (balances === null) return [];
  const { openedAt, closedAt, wallets, unclear, unclearCount, outside, unchecked, failure } = balances;
  const between =
    openedAt === null || closedAt === null
      ? []
      : [
          pieces.note('compare.balances.between', {
            opened: pieces.plainTime(openedAt),
            closed: pieces.plainTime(closedAt),
          }),
        ];
  const heads = (['opening', 'bought', 'closing', 'unexplained'] as const).map((column) =>
    pieces.text(`compare.balances.${column}`),
  );
  const named = unclear.map(({ operationId }) => `<bdi dir="ltr" class="id">${escaped(operationId)}</bdi>`);
  return [
    pieces.heading('compare.balances'),
    ...between,
    ...(unchecked === null ? [] : [pieces.note(`compare.balances.unchecked.${unchecked}`)]),
    ...(failure === null
      ? []
      : [{ kind: 'note' as const, markup: `<bdi dir="ltr" class="id">${escaped(failure.code)}</bdi>` }]),
    ...(wallets.length === 0
      ? []
      : [{ kind: 'table' as const, heads, rows: wallets.map((wallet) => rowOf(wallet, pieces)) }]),
    ...wallets.flatMap((wallet) => saidOf(wallet, pieces)),
    ...(unclearCount === 0 ? [] : [pieces.note('compare.balances.unclear', { count: unclearCount })]),
    ...(named.length === 0 ? [] : [{ kind: 'note' as const, markup: named.join('<br>') }]),
    ...(outside === 0 ? [] : [pieces.note('compare.balances.outside', { count: outside })]),
  ];
}

function rowOf({ walletId, currency, opening, bought, closing, unexplained }: Wallet, pieces: ReportPieces): TableRow {
  const cell = (amount: string | null): string => pieces.sums(amount === null ? [] : [{ amount, currency }]);
  const range =
    unexplained === null
      ? escaped(pieces.text('compare.unread'))
      : [...new Set([unexplained.least, unexplained.most])].map(cell).join('<br>… ');
  return {
    markup: `<bdi>${escaped(nameOf(walletId, pieces))}</bdi>`,
    cells: [cell(opening), cell(bought), cell(closing), range],
  };
}

function saidOf({ walletId, causes, unchecked, unexplained }: Wallet, pieces: ReportPieces): readonly Block[] {
  const name = `<bdi>${escaped(nameOf(walletId, pieces))}</bdi>: `;
  const said = (text: string): readonly Block[] => [{ kind: 'note', markup: name + escaped(text) }];
  if (unexplained === null)
    return unchecked === 'notListed' || unchecked === 'otherAmount'
      ? said(pieces.text(`compare.balances.unchecked.${unchecked}`))
      : [];
  if (causes.length === 0) return [];
  const named = causes.map((cause) => pieces.text(`compare.balances.cause.${cause}`));
  return said(pieces.text('compare.balances.causes', { causes: named.join(pieces.text('compare.balances.or')) }));
}

function nameOf(walletId: string, pieces: ReportPieces): string {
  return pieces.words.walletOf(walletId) ?? walletId;
}
