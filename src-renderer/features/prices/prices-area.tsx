import { useEffect } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import '../../ui/panel.css';
import { ChangesPanel } from './changes-panel.tsx';
import { FaceValuesPanel } from './face-values-panel.tsx';
import './prices.css';
import { usePrices } from './prices-store.ts';
import { RatesPanel } from './rates-panel.tsx';
import { RuleList } from './rule-list.tsx';

/** What customers pay, for who may know the cost; only a manager changes it. It works without a connection. */
export function PricesArea() {
  const text = useText();
  const mayChange = useMay('prices', 'setRule');
  const { list, changes, hasMore, failure } = usePrices();
  useNames();
  useEffect(() => void usePrices.getState().load(), []);
  return (
    <div className="prices">
      <PageHead title={text('prices.title')} says={text('prices.says')}>
        <Button icon="back" onPress={() => useView.getState().go('counter')}>
          {text('people.toCounter')}
        </Button>
      </PageHead>
      {mayChange ? null : (
        <Callout tone="plain" icon="lock">
          <p>{text('prices.readOnly')}</p>
        </Callout>
      )}
      {failure === null ? null : (
        <FailureNote
          failure={failure}
          actions={<Button onPress={() => void usePrices.getState().load()}>{text('app.again')}</Button>}
        />
      )}
      {list === null ? (
        failure === null ? (
          <Loading label={text('app.loading')} shape="row" count={4} />
        ) : null
      ) : (
        <>
          <RuleList rules={list.rules} />
          <RatesPanel rates={list.rates} />
          <FaceValuesPanel faceValues={list.faceValues} />
          <ChangesPanel changes={changes} hasMore={hasMore} />
        </>
      )}
    </div>
  );
}

/** Rules hold ids: their names come with the wallets and the card list, which are kept here. */
function useNames(): void {
  const selectedId = useWallets((wallets) => wallets.selectedId);
  useEffect(() => {
    void useWallets.getState().loadOnce();
  }, []);
  useEffect(() => {
    if (selectedId !== null) void useCatalogue.getState().open(selectedId);
  }, [selectedId]);
}
