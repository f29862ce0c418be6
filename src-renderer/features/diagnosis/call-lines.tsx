import { useText } from '../../base/i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import '../../ui/panel.css';
import { useClockWords, useIsClockOff } from './clock-band.tsx';
import type { Diagnosis } from './diagnosis-store.ts';

interface Row {
  readonly key: string;
  readonly name: string;
  /** Null where nothing of the kind is signed. */
  readonly sent: string | null;
  readonly seen: string;
  readonly agree: boolean;
}

/** What was signed beside what the service saw, one thing in a line. */
export function CallLines({ diagnosis }: { diagnosis: Diagnosis }) {
  const text = useText();
  const clock = useClockWords(Math.round((diagnosis.clockOffsetMs ?? 0) / 1000));
  // Then the band above has said it, and it is nothing good.
  const isOff = useIsClockOff();
  const rows = useRows(diagnosis);
  const agree = rows.every((row) => row.agree);
  return (
    <section className="panel">
      <h2>{text('diagnosis.lines')}</h2>
      <Callout
        tone={agree ? 'good' : 'bad'}
        role="status"
        title={text(agree ? 'diagnosis.allAgree' : 'diagnosis.someDiffer')}
      >
        {diagnosis.clockOffsetMs === null || isOff ? null : <p>{clock}</p>}
      </Callout>
      <table className="call-lines">
        <thead>
          <tr>
            <th scope="col">{text('diagnosis.what')}</th>
            <th scope="col">{text('diagnosis.signed')}</th>
            <th scope="col">{text('diagnosis.seen')}</th>
            <th scope="col">{text('diagnosis.agreement')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, sent, seen, agree: same }) => (
            <tr key={key} data-differs={!same}>
              <th scope="row">{name}</th>
              <td>{sent === null ? null : sent === '' ? text('diagnosis.nothing') : <Ltr>{sent}</Ltr>}</td>
              <td>{seen === '' ? text('diagnosis.nothing') : <Ltr select>{seen}</Ltr>}</td>
              <td>
                {sent === null ? null : (
                  <Badge tone={same ? 'good' : 'bad'}>{text(same ? 'diagnosis.agree' : 'diagnosis.differ')}</Badge>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The covered components have a line each with their place, because their order is signed too. */
function useRows({ lines, components: covered, partnerId, applicationId, policyVersion }: Diagnosis): readonly Row[] {
  const text = useText();
  const numbered = (name: string, at: number | null): string => (at === null ? '' : `${String(at)} ${name}`);
  const components = covered.map(({ name, signedAt, requiredAt, agree }, index): Row => ({
    key: name,
    name: text('diagnosis.line.components', { number: index + 1 }),
    sent: numbered(name, signedAt),
    seen: numbered(name, requiredAt),
    agree,
  }));
  const only = (key: 'partner' | 'application' | 'policy', seen: string): Row => ({
    key,
    name: text(`diagnosis.line.${key}`),
    sent: null,
    seen,
    agree: true,
  });
  return [
    ...lines.flatMap((line) =>
      line.name === 'components'
        ? components
        : [{ ...line, key: line.name, name: text(`diagnosis.line.${line.name}`) }],
    ),
    only('partner', partnerId),
    only('application', applicationId),
    only('policy', String(policyVersion)),
  ];
}
