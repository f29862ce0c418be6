import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';

import type { Failure } from '../../../src-preload/contract/codes.ts';
import { Header } from '../../app/header.tsx';
import { useText } from '../../app/i18n/use-text.ts';
import { useSession } from '../../app/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import './first-run.css';

type Problem = { readonly of: 'training' | 'deployment'; readonly failure: Failure | 'tooLarge' };
const largestFileBytes = 262_144;

/** The first screen of a bare machine: practise, or connect to a real service. */
export function FirstRun() {
  const text = useText();
  const [busy, setBusy] = useState<'training' | 'deployment' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const run = async (of: Problem['of'], work: () => Promise<Failure | 'tooLarge' | null>): Promise<void> => {
    setBusy(of);
    setProblem(null);
    const failure = await work();
    setBusy(null);
    if (failure !== null) setProblem({ of, failure });
  };
  const choose = (files: FileList | null): void => {
    const file = files?.item(0);
    if (file) void run('deployment', () => readDeployment(file));
  };

  return (
    <div className="frame">
      <Header />
      <main className="first-run">
        <div className="first-run__intro">
          <h1>{text('firstRun.title')}</h1>
          <p>{text('firstRun.says')}</p>
        </div>
        <div className="first-run__choices">
          <section className="first-run__choice">
            <span className="first-run__sign first-run__sign--training"><Icon name="ticket" size={28} /></span>
            <h2>{text('firstRun.training.title')}</h2>
            <p>{text('firstRun.training.says')}</p>
            <Button tone="primary" size="l" autoFocus isPending={busy === 'training'} isDisabled={busy === 'deployment'} onPress={() => void run('training', useSession.getState().startTraining)}>
              {text('firstRun.training.start')}
            </Button>
            <ProblemNote problem={problem} of="training" />
          </section>
          <section className="first-run__choice">
            <span className="first-run__sign"><Icon name="file" size={28} /></span>
            <h2>{text('firstRun.deployment.title')}</h2>
            <p>{text('firstRun.deployment.says')}</p>
            <FileTrigger acceptedFileTypes={['.json', 'application/json']} onSelect={choose}>
              <Button size="l" isPending={busy === 'deployment'} isDisabled={busy === 'training'}>{text('firstRun.deployment.choose')}</Button>
            </FileTrigger>
            <ProblemNote problem={problem} of="deployment" />
          </section>
        </div>
      </main>
    </div>
  );
}

async function readDeployment(file: File): Promise<Failure | 'tooLarge' | null> {
  if (file.size > largestFileBytes) return 'tooLarge';
  const content = await file.text().catch(() => null);
  return content === null ? { code: 'profile_unreadable' } : useSession.getState().useDeployment(content);
}

function ProblemNote({ problem, of }: { problem: Problem | null; of: Problem['of'] }) {
  const text = useText();
  if (problem?.of !== of) return null;
  return problem.failure === 'tooLarge'
    ? <Callout tone="bad" role="alert" title={text('firstRun.fileTooLarge')} />
    : <FailureNote failure={problem.failure} showField />;
}
