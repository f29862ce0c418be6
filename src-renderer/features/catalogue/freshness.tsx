import type { CatalogueView } from '../../../src-preload/contract/schemas.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { useAge } from '../../app/i18n/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useCatalogue } from './catalogue-store.ts';
import { useWallets } from './wallets-store.ts';

const oldAfterMs = 24 * 60 * 60 * 1000;

/** How many cards there are and how old this knowledge is. */
export function Freshness({ view, count }: { view: CatalogueView; count: number }) {
  const text = useText();
  const age = useAge();
  const nowMs = useNow(15_000);
  const { syncing, failure, sync } = useCatalogue();
  const isOld = view.readAt !== undefined && nowMs - Date.parse(view.readAt) > oldAfterMs;
  const refresh = (): void => {
    void sync();
    void useWallets.getState().load();
  };
  return (
    <>
      <div className="freshness">
        <p>{text('catalogue.count', { count })} · {text('catalogue.read', { age: age(view.readAt, nowMs) })}</p>
        <Button tone="quiet" icon="refresh" isPending={syncing} onPress={refresh}>{text('catalogue.refresh')}</Button>
      </div>
      {isOld ? <Callout tone="wait"><p>{text('catalogue.old')}</p></Callout> : null}
      {failure === null || syncing ? null : <FailureNote failure={failure} quiet />}
    </>
  );
}
