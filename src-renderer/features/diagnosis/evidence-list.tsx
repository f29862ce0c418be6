import { Fragment } from 'react';
import { outcomeWords } from '../../../src-shared/contract/outcome-words.ts';
import { useFormats } from '../../base/i18n/use-formats.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { Ltr } from '../../ui/ltr.tsx';
import { useClockWords } from './clock-band.tsx';
import type { Examination } from './diagnosis-store.ts';

type Facts = Examination['evidence'][number]['facts'];

/** What shows the cause, a sentence for each. */
export function EvidenceList({ examination: { evidence, clockOffsetMs } }: { examination: Examination }) {
  const text = useText();
  const { list } = useFormats();
  const clock = useClockWords(Math.round((clockOffsetMs ?? 0) / 1000));
  const said = ({ kind, facts }: Examination['evidence'][number]): string =>
    kind === 'clock'
      ? clock
      : text(`diagnosis.evidence.${kind}`, { ...marked(facts, list), outcome: outcomeWords(facts, text, markedName) });
  return (
    <div className="cause__part">
      <h3>{text('diagnosis.evidence')}</h3>
      <ul className="cause__evidence">
        {evidence.map((each, index) => (
          <li key={index}>
            <Sentence said={said(each)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const leftToRightIsolate = '\u2066';
const popDirectionalIsolate = '\u2069';
/** Keeps the full stop with the name before it. */
const wordJoiner = '\u2060';

/** Names of the protocol begin with @ and the like, which Arabic around them would move to their end. */
function markedName(name: string): string {
  return `${leftToRightIsolate}${name}${popDirectionalIsolate}`;
}

/** Several names stand in one fact with commas between; anything else in it may have spaces. */
function marked(facts: Facts, list: (names: readonly string[]) => string): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' ? list(value.split(', ').map(markedName)) : value,
    ]),
  );
}

/** A sentence whose names can be selected each and stay whole in a line: they may have a hyphen of their own. */
function Sentence({ said }: { said: string }) {
  return said.split(/\u2066([^\u2069]*)\u2069/).map((part, index) => (
    <Fragment key={index}>
      {index % 2 === 0 ? (
        part
      ) : (
        <>
          <span className="cause__name">
            <Ltr select>{part}</Ltr>
          </span>
          {wordJoiner}
        </>
      )}
    </Fragment>
  ));
}
