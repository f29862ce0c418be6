import { groupsOfFour } from '../../../src-shared/codes/code-groups.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Grouped } from '../../ui/ltr.tsx';
import '../../ui/panel.css';
import '../enrolment/thumbprints.css';

/** Whose signature the deployment file carries, and whether it still is what was signed; nothing where it has none. */
export function DeploymentSigner() {
  const text = useText();
  const signer = useSession((session) => session.start?.deploymentSigner);
  if (signer === undefined) return null;
  if ('unreadable' in signer)
    return (
      <section className="panel">
        <h2>{text('deploymentSigner.unreadable')}</h2>
        <Callout tone="wait">
          <p>{text('deploymentSigner.unreadable.says')}</p>
        </Callout>
      </section>
    );
  return (
    <section className="panel">
      <h2>{text('deploymentSigner.title')}</h2>
      <p className="panel__says">{text('deploymentSigner.says')}</p>
      <dl className="thumbprints">
        <div>
          <dt>{text('serviceKeys.thumbprint')}</dt>
          <dd>
            <Grouped groups={groupsOfFour(signer.thumbprint)} />
          </dd>
        </div>
      </dl>
      {signer.changed ? (
        <Callout tone="wait">
          <p>{text('deploymentSigner.changed')}</p>
        </Callout>
      ) : null}
    </section>
  );
}
