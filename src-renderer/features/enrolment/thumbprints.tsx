import type { EnrolmentView } from '../../../src-preload/contract/schemas.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { useSession } from '../../app/stores/session-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { groupsOfFour } from '../../ui/code-groups.ts';
import { Grouped, Ltr } from '../../ui/ltr.tsx';
import { KeyEnd } from './key-end.tsx';

/** The value the staff compare, from both sides, and whether the two agree. */
export function Thumbprints({ enrolment }: { enrolment: EnrolmentView }) {
  const text = useText();
  const { serviceThumbprint, ownThumbprint, thumbprintsAgree, keyId } = enrolment;
  return (
    <section className="panel">
      {ownThumbprint === undefined && serviceThumbprint === undefined ? null : (
        <>
          <h2>{text('enrol.thumbprint')}</h2>
          <dl className="thumbprints">
            {serviceThumbprint === undefined ? null : <div><dt>{text('enrol.thumbprint.service')}</dt><dd><Grouped groups={groupsOfFour(serviceThumbprint)} /></dd></div>}
            {ownThumbprint === undefined ? null : <div><dt>{text('enrol.thumbprint.own')}</dt><dd><Grouped groups={groupsOfFour(ownThumbprint)} /></dd></div>}
          </dl>
          {thumbprintsAgree === true ? <Callout tone="good"><p>{text('enrol.thumbprint.agree')}</p></Callout> : null}
          {thumbprintsAgree === false ? <Callout tone="bad" role="alert" title={text('enrol.thumbprint.differ')} /> : null}
        </>
      )}
      <dl className="key-facts">
        {keyId === undefined ? null : <div><dt>{text('enrol.keyId')}</dt><dd><Ltr select>{keyId}</Ltr></dd></div>}
        {enrolment.validity === undefined ? null : <div><dt>{text('key.validity')}</dt><dd><KeyEnd validity={enrolment.validity} /></dd></div>}
        {enrolment.state === 'active' ? <Permissions /> : null}
      </dl>
    </section>
  );
}

function Permissions() {
  const text = useText();
  const scopes = useSession((session) => session.start?.scopes);
  return (
    <div>
      <dt>{text('enrol.permissions')}</dt>
      <dd className="key-facts__scopes">
        {scopes === undefined ? text('enrol.permissions.unknown') : scopes.map((scope) => <Badge key={scope} tone="neutral"><bdi dir="ltr">{scope}</bdi></Badge>)}
      </dd>
    </div>
  );
}
