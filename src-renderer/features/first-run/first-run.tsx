import { useState, type ReactNode } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { DeploymentFile, FileProblemNote, readDeployment, type FileProblem } from './deployment-file.tsx';
import './first-run.css';

type Problem = { readonly of: 'training' | 'deployment'; readonly failure: FileProblem };

/** The first screen of a bare computer: practise, or connect to a real service. */
export function FirstRun() {
  const text = useText();
  const [busy, setBusy] = useState<'training' | 'deployment' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const run = async (of: Problem['of'], work: () => Promise<FileProblem | null>): Promise<void> => {
    setBusy(of);
    setProblem(null);
    const failure = await work();
    setBusy(null);
    if (failure !== null) setProblem({ of, failure });
  };

  return (
    <main className="first-run">
      <div className="first-run__intro">
        <h1>{text('firstRun.title')}</h1>
        <p>{text('firstRun.says')}</p>
      </div>
      <div className="first-run__choices">
        <Way of="training" icon="ticket" problem={problem}>
          <Button
            tone="primary"
            size="l"
            autoFocus
            isPending={busy === 'training'}
            isDisabled={busy === 'deployment'}
            onPress={() => void run('training', useSession.getState().startTraining)}
          >
            {text('firstRun.training.start')}
          </Button>
        </Way>
        <Way of="deployment" icon="file" problem={problem}>
          <DeploymentFile
            size="l"
            isPending={busy === 'deployment'}
            isDisabled={busy === 'training'}
            onChoose={(file) => void run('deployment', () => readDeployment(file))}
          />
        </Way>
      </div>
    </main>
  );
}

interface WayProps {
  readonly of: Problem['of'];
  readonly icon: IconName;
  readonly problem: Problem | null;
  /** What goes that way when it is pressed. */
  readonly children: ReactNode;
}

function Way({ of, icon, problem, children }: WayProps) {
  const text = useText();
  return (
    <section className="first-run__choice">
      <span className={`first-run__sign first-run__sign--${of}`}>
        <Icon name={icon} size={28} />
      </span>
      <h2>{text(`firstRun.${of}.title`)}</h2>
      <p>{text(`firstRun.${of}.says`)}</p>
      {problem?.of === of ? <FileProblemNote problem={problem.failure} /> : null}
      {children}
    </section>
  );
}
