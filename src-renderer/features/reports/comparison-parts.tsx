import { useId } from 'react';
import { comparisonOutcomes, type ComparisonOutcome } from '../../../src-shared/contract/comparison-outcomes.ts';
import type { Comparison, ComparisonLine } from '../../../src-shared/contract/reports.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useView } from '../../base/stores/view-store.ts';
import { useWalletNames } from '../../entities/wallets/use-wallet-names.ts';
import { Button } from '../../ui/button.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { Money } from '../../ui/money.tsx';
import { Times } from '../../ui/times.tsx';
import { Count, Sums } from '../day/figures.tsx';
import { useFirst } from '../day/use-first.ts';
import { ReportActions } from '../report-files/report-actions.tsx';
import { BalanceTable } from './balance-table.tsx';

/** What a comparison found so far, line by line with what to do, and what it cannot say. */
export function ComparisonParts({ comparison }: { comparison: Comparison }) {
  const text = useText();
  const { counts, here, there, lines, lineCount } = comparison;
  const more = lineCount - lines.length;
  return (
    <>
      <dl className="reports__counts">
        {comparisonOutcomes.map((outcome) =>
          counts[outcome] === 0 ? null : (
            <div key={outcome}>
              <dt>{text(`compare.${outcome}`)}</dt>
              <dd>
                <Count value={counts[outcome]} />
              </dd>
            </div>
          ),
        )}
      </dl>
      <section className="group-table" aria-label={text('compare.sums')}>
        <h3>{text('compare.sums')}</h3>
        <dl className="reports__counts">
          <div>
            <dt>{text('compare.here')}</dt>
            <dd>
              <Sums sums={here} strong />
            </dd>
          </div>
          <div>
            <dt>{text('compare.there')}</dt>
            <dd>
              <Sums sums={there} strong />
            </dd>
          </div>
        </dl>
      </section>
      {comparison.settled === 0 ? null : <p>{text('compare.settled', { count: comparison.settled })}</p>}
      {comparison.balances === null ? null : <BalanceTable balances={comparison.balances} />}
      {comparisonOutcomes.map((outcome) => (
        <Lines key={outcome} outcome={outcome} lines={lines.filter((line) => line.outcome === outcome)} />
      ))}
      {more === 0 ? null : <p>{text('compare.more', { count: more })}</p>}
      <Limits lists={comparison.lists} />
      {comparison.state === 'reading' ? null : <ReportActions report={{ kind: 'comparison' }} />}
    </>
  );
}

function Lines({ outcome, lines }: { outcome: ComparisonOutcome; lines: readonly ComparisonLine[] }) {
  const text = useText();
  const titleId = useId();
  const { shown, showAll } = useFirst(lines);
  if (lines.length === 0) return null;
  return (
    <section className="order-lines" aria-labelledby={titleId}>
      <h3 id={titleId}>{text(`compare.${outcome}`)}</h3>
      <p className="order-lines__soft">{text(`compare.${outcome}.says`)}</p>
      <p>{text(`compare.${outcome}.next`)}</p>
      <ul>
        {shown.map((line, index) => (
          <Line key={line.operationId ?? `${line.at ?? ''} ${String(index)}`} line={line} />
        ))}
      </ul>
      {showAll === null ? null : (
        <div>
          <Button onPress={showAll}>{text('day.all', { count: lines.length })}</Button>
        </div>
      )}
    </section>
  );
}

function Line({ line }: { line: ComparisonLine }) {
  const text = useText();
  const name = useName();
  const dayTime = useDayTime();
  const { operationId, isKnown, cardName, cards, at, differs, failure } = line;
  const shownName = name(cardName ?? undefined) ?? text('catalogue.unnamedCard');
  const time = at === null ? '' : dayTime(at);
  return (
    <li>
      <div className="order-lines__words">
        <p className="order-lines__name">
          <bdi>{shownName}</bdi> {cards === null ? null : <Times quantity={cards} />}
        </p>
        <p className="order-lines__soft">
          <bdi>{time}</bdi>
          {isKnown || operationId === null ? null : (
            <>
              {' '}
              <Ltr select>{operationId}</Ltr>
            </>
          )}
        </p>
        <BothSides line={line} />
        {differs.length === 0 ? null : (
          <p className="order-lines__soft">{differs.map((member) => text(`compare.member.${member}`)).join(' · ')}</p>
        )}
        {failure === null ? null : <p className="order-lines__soft">{text(`failure.${failure.code}.says`)}</p>}
      </div>
      {isKnown && operationId !== null ? (
        <Button
          aria-label={text('compare.open', { name: shownName, time })}
          onPress={() => useView.getState().openOrder(operationId)}
        >
          {text('copyStatus.order')}
        </Button>
      ) : null}
    </li>
  );
}

function BothSides({ line: { isKnown, state, here, stateThere, there } }: { line: ComparisonLine }) {
  const text = useText();
  return (
    <dl className="reports__sides">
      <div>
        <dt>{text('compare.here')}</dt>
        <dd>
          {isKnown && state !== null ? text(`state.${state}.name`) : text('compare.notHere')}{' '}
          {here === null ? null : <Money {...here} />}
        </dd>
      </div>
      {stateThere === null ? null : (
        <div>
          <dt>{text('compare.there')}</dt>
          <dd>
            {text(`compare.stateThere.${stateThere}`)} {there === null ? null : <Money {...there} />}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Limits({ lists }: Pick<Comparison, 'lists'>) {
  const text = useText();
  const walletName = useWalletNames();
  return (
    <section className="order-lines" aria-label={text('compare.limits')}>
      <h3>{text('compare.limits')}</h3>
      <ul className="reports__limits">
        <li>{text('compare.limit.now')}</li>
        <li>{text(lists === null ? 'compare.limit.noLists' : 'compare.limit.lists')}</li>
        {lists === null ? null : <li>{text('compare.limit.clock')}</li>}
        {lists === null || lists.undatedCards === 0 ? null : (
          <li>{text('compare.limit.undated', { count: lists.undatedCards })}</li>
        )}
        {lists === null || lists.unreadable === 0 ? null : (
          <li>{text('compare.limit.unreadable', { count: lists.unreadable })}</li>
        )}
        {lists?.unchecked.map(({ walletId, failure }) => (
          <li key={walletId ?? ''}>
            {walletId === null
              ? text('compare.limit.unchecked.wallets')
              : text('compare.limit.unchecked', { wallet: walletName(walletId) })}{' '}
            {text(`failure.${failure.code}.says`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
