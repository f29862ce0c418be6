import { useText } from '../base/i18n/use-text.ts';
import { Callout } from './callout.tsx';

/**
 * Says that a list is shorter than the service's, and which member its staff must mend; nothing where nothing is
 * missing.
 */
export function SkippedNote({ skipped }: { skipped: Readonly<Record<string, number>> | undefined }) {
  const text = useText();
  if (skipped === undefined) return null;
  const count = Object.values(skipped).reduce((sum, one) => sum + one, 0);
  return (
    <Callout tone="wait" role="status">
      <p>
        {text('list.skipped', { count })} <bdi dir="ltr">{Object.keys(skipped).join(', ')}</bdi>
      </p>
    </Callout>
  );
}
