import { scopes } from '../../../src-preload/contract/codes.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Ltr } from '../../ui/ltr.tsx';

/** Each permission as what it lets this counter do, granted or not. */
export function PermissionList({ effective }: { effective: readonly string[] }) {
  const text = useText();
  return (
    <section className="panel">
      <h2>{text('diagnosis.permissions')}</h2>
      {effective.includes('cards:reveal') ? null : <Callout tone="wait"><p>{text('enrol.noReveal')}</p></Callout>}
      <ul className="permissions">
        {scopes.map((scope) => {
          const isGranted = effective.includes(scope);
          return (
            <li key={scope}>
              <span>{text(`permission.${scope}`)}</span>
              <Ltr>{scope}</Ltr>
              <Badge tone={isGranted ? 'good' : 'wait'}>{text(isGranted ? 'diagnosis.granted' : 'diagnosis.missing')}</Badge>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
