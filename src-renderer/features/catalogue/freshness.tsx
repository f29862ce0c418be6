import { ToggleButton } from 'react-aria-components/ToggleButton';
import type { CatalogueView } from '../../../src-shared/contract/schemas.ts';
import { useFormats } from '../../base/i18n/use-formats.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useAge, useDayTime } from '../../base/i18n/use-time.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useNow } from '../../base/use-now.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SkippedNote } from '../../ui/skipped-note.tsx';

const oldAfterMs = 24 * 60 * 60 * 1000;

interface ToolsProps {
  readonly showCost: boolean;
  readonly onShowCost: (show: boolean) => void;
}

/** Beside the search: the costs for a manager who asks, because a customer may look at the screen, and to read anew. */
export function CatalogueTools({ showCost, onShowCost }: ToolsProps) {
  const text = useText();
  const syncing = useCatalogue((catalogue) => catalogue.syncing);
  const mayKnowCost = useMay('prices', 'read');
  const refresh = (): void => {
    void useCatalogue.getState().sync();
    void useWallets.getState().load();
  };
  return (
    <>
      {mayKnowCost ? (
        <ToggleButton
          className="button button--quiet button--m catalogue__cost"
          isSelected={showCost}
          onChange={onShowCost}
        >
          <Icon name="eye" />
          {text('catalogue.cost.show')}
        </ToggleButton>
      ) : null}
      <Button
        tone="quiet"
        icon="refresh"
        aria-label={text('catalogue.refresh')}
        isPending={syncing}
        onPress={refresh}
      />
    </>
  );
}

/** How old this knowledge is, and what is so of all cards: it is said once here, and not by each of them. */
export function Freshness({ view, isAllAtCost }: { view: CatalogueView; isAllAtCost: boolean }) {
  const text = useText();
  const age = useAge();
  const nowMs = useNow(15_000);
  const syncing = useCatalogue((catalogue) => catalogue.syncing);
  const failure = useCatalogue((catalogue) => catalogue.failure);
  const online = useSession((session) => session.start?.online !== false);
  // A band says it already.
  const isSaid = !online && failure?.code === 'service_unreachable';
  const isOld = view.readAt !== undefined && nowMs - Date.parse(view.readAt) > oldAfterMs;
  return (
    <>
      <div className="freshness">
        <p>
          {view.readAt === undefined ? text('age.unknown') : text('catalogue.read', { age: age(view.readAt, nowMs) })}
        </p>
        {isAllAtCost ? <Badge tone="wait">{text('charge.allAtCost')}</Badge> : null}
      </div>
      <SkippedNote skipped={view.skipped} />
      <OldShelves view={view} />
      {isOld ? (
        <Callout tone="wait">
          <p>{text('catalogue.old')}</p>
        </Callout>
      ) : null}
      {failure === null || syncing || isSaid ? null : <FailureNote failure={failure} quiet />}
    </>
  );
}

/** The shelves that the last reading could not renew: with the oldest of their times, or as missing. */
function OldShelves({ view: { old = [], categories, subcategories } }: { view: CatalogueView }) {
  const text = useText();
  const name = useName();
  const { list } = useFormats();
  const dayTime = useDayTime();
  const shelves = new Map([...categories, ...subcategories].map((shelf) => [shelf.id, shelf]));
  const namesOf = (ids: readonly string[]): string => list(ids.map((id) => name(shelves.get(id)?.name) ?? id));
  const missing = old.filter(({ readAt }) => readAt === undefined).map(({ id }) => id);
  const times = old.flatMap(({ readAt }) => readAt ?? []).toSorted();
  const [oldest] = times;
  const kept = old.filter(({ readAt }) => readAt !== undefined).map(({ id }) => id);
  if (old.length === 0) return null;
  return (
    <Callout tone="wait" role="status">
      {oldest === undefined ? null : (
        <p>{text('catalogue.shelf.old', { names: namesOf(kept), time: dayTime(oldest) })}</p>
      )}
      {missing.length === 0 ? null : <p>{text('catalogue.shelf.missing', { names: namesOf(missing) })}</p>}
    </Callout>
  );
}
