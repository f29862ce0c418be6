import { useEffect } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { unitOf } from '../../ui/money.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import '../../ui/panel.css';
import { Loading } from '../../ui/skeleton.tsx';
import { limitWords } from './limit-words.ts';
import { LimitsChanges } from './limits-changes.tsx';
import './limits.css';
import { LimitsForm } from './limits-form.tsx';
import { useLimits } from './limits-store.ts';

/** What cashiers may spend without a manager, for who may know the cost; only a manager changes it. */
export function LimitsArea() {
  const text = useText();
  const mayChange = useMay('limits', 'set');
  const { items, changes, hasMore, failure } = useLimits();
  const currencies = useCurrencies();
  useEffect(() => void useLimits.getState().load(), []);
  return (
    <div className="limits">
      <PageHead title={text('limits.title')} says={text('limits.says')}>
        <Button icon="back" onPress={() => useView.getState().go('counter')}>
          {text('people.toCounter')}
        </Button>
      </PageHead>
      {mayChange ? null : (
        <Callout tone="plain" icon="lock">
          <p>{text('limits.readOnly')}</p>
        </Callout>
      )}
      {failure === null ? null : (
        <FailureNote
          failure={failure}
          actions={<Button onPress={() => void useLimits.getState().load()}>{text('app.again')}</Button>}
        />
      )}
      {items === null && failure === null ? <Loading label={text('app.loading')} shape="row" count={3} /> : null}
      {items === null
        ? null
        : currencies.map((currency) => {
            const terms = items.find((each) => each.currency === currency) ?? null;
            return (
              <section key={currency} className="panel" aria-labelledby={`limits-${currency}`}>
                <h2 id={`limits-${currency}`}>
                  <bdi>{unitOf(currency, text)}</bdi>
                </h2>
                {mayChange ? (
                  <LimitsForm currency={currency} terms={terms} />
                ) : (
                  <p>{terms === null ? text('limits.none') : limitWords(terms, text)}</p>
                )}
              </section>
            );
          })}
      {items === null ? null : <LimitsChanges changes={changes} hasMore={hasMore} />}
    </div>
  );
}

/** Those of the wallets, and of limits that were set when there were others. */
function useCurrencies(): readonly string[] {
  const wallets = useWallets((state) => state.view?.items);
  const items = useLimits((limits) => limits.items);
  useEffect(() => {
    void useWallets.getState().loadOnce();
  }, []);
  return [...new Set([...(wallets ?? []), ...(items ?? [])].map(({ currency }) => currency))];
}
