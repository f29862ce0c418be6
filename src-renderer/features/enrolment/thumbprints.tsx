import { groupsOfFour } from '../../../src-shared/codes/code-groups.ts';
import { scopes } from '../../../src-shared/contract/codes.ts';
import type { EnrolmentView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Grouped, Ltr } from '../../ui/ltr.tsx';
import '../../ui/panel.css';
import { KeyEnd } from './key-end.tsx';
import './thumbprints.css';

/** The value the staff compare, from both sides, and whether the two agree. */
export function Thumbprints({ enrolment }: { enrolment: EnrolmentView }) {
  const text = useText();
  const { state, serviceThumbprint, ownThumbprint, thumbprintsAgree, keyId, validity } = enrolment;
  return (
    <section className="panel">
      {ownThumbprint === undefined && serviceThumbprint === undefined ? null : (
        <>
          <h2>
            {text(thumbprintsAgree === false || state === 'active' ? 'enrol.thumbprint.both' : 'enrol.thumbprint')}
          </h2>
          <dl className="thumbprints">
            {serviceThumbprint === undefined ? null : (
              <div>
                <dt>{text('enrol.thumbprint.service')}</dt>
                <dd>
                  <Grouped groups={groupsOfFour(serviceThumbprint)} />
                </dd>
              </div>
            )}
            {ownThumbprint === undefined ? null : (
              <div>
                <dt>{text('enrol.thumbprint.own')}</dt>
                <dd>
                  <Grouped groups={groupsOfFour(ownThumbprint)} />
                </dd>
              </div>
            )}
          </dl>
          {thumbprintsAgree === true ? (
            <Callout tone="good">
              <p>{text('enrol.thumbprint.agree')}</p>
            </Callout>
          ) : null}
        </>
      )}
      {keyId === undefined && validity === undefined && state !== 'active' ? null : (
        <dl className="key-facts">
          {keyId === undefined ? null : (
            <div>
              <dt>{text('enrol.keyId')}</dt>
              <dd>
                <Ltr select>{keyId}</Ltr>
              </dd>
            </div>
          )}
          {validity === undefined ? null : (
            <div>
              <dt>{text('key.validity')}</dt>
              <dd>
                <KeyEnd validity={validity} />
              </dd>
            </div>
          )}
          {state === 'active' ? <Permissions /> : null}
        </dl>
      )}
    </section>
  );
}

/** As what they let this counter do; one that it does not know under its own name. */
function Permissions() {
  const text = useText();
  const effective = useSession((session) => session.start?.scopes);
  const granted = effective?.map((scope) => ({ scope, known: scopes.find((known) => known === scope) }));
  return (
    <div>
      <dt>{text('enrol.permissions')}</dt>
      <dd className="key-facts__scopes">
        {granted === undefined ? (
          text('enrol.permissions.unknown')
        ) : (
          <ul>
            {granted.map(({ scope, known }) => (
              <li key={scope}>{known === undefined ? <Ltr>{scope}</Ltr> : text(`permission.${known}`)}</li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}
