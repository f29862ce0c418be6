import { useEffect, useState } from 'react';

import type { CodeView } from '../../../src-preload/contract/schemas.ts';
import { ask } from '../../app/bridge.ts';
import { useText } from '../../app/i18n/use-text.ts';
import type { ShownFailure } from '../../app/shown-failure.ts';
import { heedCustodyNews } from '../../app/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { codeGroups } from '../../ui/code-groups.ts';
import { Grouped, Ltr } from '../../ui/ltr.tsx';

type Part = 'serialNumber' | 'voucher';
const parts: readonly Part[] = ['voucher', 'serialNumber'];
const copiedShownMs = 2000;

interface CodeListProps {
  readonly codes: readonly CodeView[];
  readonly hidden: boolean;
  readonly operationId: string | undefined;
  readonly onProblem: (problem: ShownFailure | null) => void;
}

export function CodeList(props: CodeListProps) {
  const { codes } = props;
  const text = useText();
  return (
    <ol className="code-list">
      {codes.map((code, index) => (
        <li key={code.soldCardId === '' ? index : code.soldCardId} className="code-list__card">
          <p className="code-list__name">
            {text('codes.card', { number: index + 1 })}
            {code.soldCardId === '' ? null : <span className="code-list__id"><Ltr>{`…${code.soldCardId.slice(-8)}`}</Ltr></span>}
          </p>
          {parts.map((part) => <CodePart key={part} {...props} code={code} part={part} number={index + 1} />)}
        </li>
      ))}
    </ol>
  );
}

function CodePart({ code, part, number, hidden, operationId, onProblem }: CodeListProps & { code: CodeView; part: Part; number: number }) {
  const text = useText();
  const isAbsent = !hidden && code[part] === null;
  return (
    <div className="code-part" data-part={part}>
      <span className="code-part__label">{text(`codes.${part}`)}</span>
      <Value value={code[part]} hidden={hidden} />
      {operationId === undefined || code.soldCardId === '' || isAbsent ? null : (
        <CopyButton label={text(`codes.copy.${part}`, { number })} operationId={operationId} soldCardId={code.soldCardId} part={part} onProblem={onProblem} />
      )}
    </div>
  );
}

function Value({ value, hidden }: { value: string | null; hidden: boolean }) {
  const text = useText();
  if (hidden) return <span className="code-part__mask"><span aria-hidden="true"><bdi dir="ltr">•••• •••• ••••</bdi></span><span className="visually-hidden">{text('codes.hidden')}</span></span>;
  if (value === null) return <span className="code-part__absent">{text('codes.absent')}</span>;
  return <span className="code-part__value" tabIndex={0}><Grouped groups={codeGroups(value)} /></span>;
}

interface CopyButtonProps {
  readonly label: string;
  readonly operationId: string;
  readonly soldCardId: string;
  readonly part: Part;
  readonly onProblem: CodeListProps['onProblem'];
}

/** Main puts the code on the clipboard; it does not pass through this window. */
function CopyButton({ label, operationId, soldCardId, part, onProblem }: CopyButtonProps) {
  const text = useText();
  const [state, setState] = useState<'ready' | 'copying' | 'copied'>('ready');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('ready'), copiedShownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    setState('copying');
    const result = await ask((bridge) => bridge.reveals.copy({ operationId, soldCardId, part }));
    setState(result.ok ? 'copied' : 'ready');
    onProblem(result.ok || heedCustodyNews(result.error) ? null : result.error);
  };
  return (
    <>
      <Button icon={state === 'copied' ? 'check' : 'copy'} aria-label={label} isPending={state === 'copying'} onPress={() => void copy()}>
        {text(state === 'copied' ? 'codes.copied' : 'codes.copy')}
      </Button>
      <span className="visually-hidden" role="status">{state === 'copied' ? text('codes.copied.announce') : ''}</span>
    </>
  );
}
