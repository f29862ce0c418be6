import { FileTrigger } from 'react-aria-components/FileTrigger';

import type { Failure } from '../../../src-preload/contract/codes.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { useSession } from '../../app/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonProps } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import type { FailureNoteProps } from '../../ui/failure-note.tsx';

export type FileProblem = Failure | 'tooLarge';
const largestFileBytes = 262_144;

/** Asks for the file that connects this counter to its service. */
export function DeploymentFile({ onChoose, ...button }: Omit<ButtonProps, 'children' | 'onPress'> & { readonly onChoose: (file: File) => void }) {
  const text = useText();
  const choose = (files: FileList | null): void => {
    const file = files?.item(0);
    if (file) onChoose(file);
  };
  return (
    <FileTrigger acceptedFileTypes={['.json', 'application/json']} onSelect={choose}>
      <Button {...button}>{text('firstRun.deployment.choose')}</Button>
    </FileTrigger>
  );
}

/** Opens the counter by that file, or says what is wrong with it. */
export async function readDeployment(file: File): Promise<FileProblem | null> {
  if (file.size > largestFileBytes) return 'tooLarge';
  const content = await file.text().catch(() => null);
  return content === null ? { code: 'profile_unreadable' } : useSession.getState().useDeployment(content);
}

export function FileProblemNote({ problem, actions }: { readonly problem: FileProblem } & Pick<FailureNoteProps, 'actions'>) {
  const text = useText();
  return problem === 'tooLarge' ? <Callout tone="bad" role="alert" title={text('firstRun.fileTooLarge')} actions={actions} /> : <FailureNote failure={problem} showField actions={actions} />;
}
