import type { Failure } from '../../../src-shared/contract/codes.ts';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useStep } from '../../base/use-step.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/panel.css';
import { FailureNote } from '../../ui/failure-note.tsx';
import './key-store-help.css';

const steps = {
  missing: ['keyStore.missing.1', 'keyStore.missing.2', 'keyStore.missing.3'],
  changed: ['keyStore.changed.1', 'keyStore.changed.2', 'keyStore.changed.3'],
  gone: ['keyStore.gone.1', 'keyStore.gone.2', 'keyStore.gone.3', 'keyStore.gone.4'],
  damaged: ['keyStore.damaged.1', 'keyStore.damaged.2', 'keyStore.damaged.3'],
  locked: ['keyStore.locked.1', 'keyStore.locked.2'],
} as const;

/** What to do about the system's key store or the file that it seals, one step after the other. Training needs none. */
export function KeyStoreHelp({ problem }: { problem: Failure }) {
  const text = useText();
  const { busy, failure, go } = useStep(useSession.getState().startTraining);
  const kind = kindOf(problem);
  if (kind === null) return null;
  return (
    <section className="panel">
      <h2>{text(`keyStore.${kind}.title`)}</h2>
      <ol className="key-store__steps">
        {steps[kind].map((step) => (
          <li key={step}>{text(step)}</li>
        ))}
      </ol>
      {failure === null ? null : <FailureNote failure={failure} />}
      <div>
        <Button isPending={busy} onPress={() => void go()}>
          {text('keyStore.train')}
        </Button>
      </div>
    </section>
  );
}

function kindOf(failure: Failure): keyof typeof steps | null {
  if (failure.code === 'sealing_unsafe') return 'missing';
  if (failure.code === 'vault_missing') return 'gone';
  if (failure.code === 'vault_damaged') return 'damaged';
  if (hasDetail(failure, 'vault_unavailable', 'sealer_changed')) return 'changed';
  return hasDetail(failure, 'vault_unavailable', 'sealer_unavailable') ? 'locked' : null;
}
