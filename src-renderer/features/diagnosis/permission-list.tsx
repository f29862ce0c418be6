import { scopes } from '../../../src-shared/contract/codes.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import '../../ui/panel.css';

/** Each permission as what it lets this counter do, granted or not; one of a later service under its own name. */
export function PermissionList({ effective }: { effective: readonly string[] }) {
  const text = useText();
  return (
    <section className="panel">
      <h2>{text('diagnosis.permissions')}</h2>
      {effective.includes('cards:reveal') ? null : (
        <Callout tone="wait">
          <p>{text('enrol.noReveal')}</p>
        </Callout>
      )}
      <ul className="permissions">
        {scopes.map((scope) => (
          <Permission
            key={scope}
            scope={scope}
            lets={text(`permission.${scope}`)}
            isGranted={effective.includes(scope)}
          />
        ))}
        {unknownScopes(effective).map((scope) => (
          <Permission key={scope} scope={scope} lets={text('diagnosis.unknownScope')} isGranted />
        ))}
      </ul>
    </section>
  );
}

function unknownScopes(effective: readonly string[]): readonly string[] {
  const known: readonly string[] = scopes;
  return [...new Set(effective)].filter((scope) => !known.includes(scope));
}

function Permission({ scope, lets, isGranted }: { scope: string; lets: string; isGranted: boolean }) {
  const text = useText();
  return (
    <li>
      <span>{lets}</span>
      <Ltr>{scope}</Ltr>
      <Badge tone={isGranted ? 'good' : 'wait'}>{text(isGranted ? 'diagnosis.granted' : 'diagnosis.missing')}</Badge>
    </li>
  );
}
