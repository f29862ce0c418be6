import { useRef, type ChangeEvent } from 'react';
import { largestProfile } from '../../../src-shared/contract/choices.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote, type FailureNoteProps } from '../../ui/failure-note.tsx';

export type FileProblem = Failure | 'tooLarge';

/**
 * Asks for the file that connects this counter to its service: in Electron main does, in the language of the screens,
 * and gives no file here.
 */
export function DeploymentFile({
  onChoose,
  ...button
}: Omit<ButtonProps, 'children' | 'onPress'> & { readonly onChoose: (file: File | null) => void }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  // Only Electron begins before it has said where it runs.
  const isAskedByMain = useSession(({ start, isFirstRun }) =>
    start === null ? isFirstRun : start.host === 'electron',
  );
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.item(0);
    if (file) onChoose(file);
    // The same file, mended since, is another choice.
    currentTarget.value = '';
  };
  return (
    <>
      <Button {...button} onPress={() => (isAskedByMain ? onChoose(null) : input.current?.click())}>
        {text('firstRun.deployment.choose')}
      </Button>
      <input ref={input} type="file" hidden accept=".json,application/json" onChange={choose} />
    </>
  );
}

/** Opens the counter by that file, or by the one that main asks for; says what is wrong with it. */
export async function readDeployment(file: File | null): Promise<FileProblem | null> {
  const session = useSession.getState();
  if (file === null) return named(await session.useDeployment());
  if (file.size > largestProfile) return 'tooLarge';
  const content = await file.text().catch(() => null);
  return content === null ? { code: 'profile_unreadable' } : session.useDeployment(content);
}

function named(failure: Failure | null): FileProblem | null {
  return hasDetail(failure, 'profile_unreadable', 'too_large') ? 'tooLarge' : failure;
}

export function FileProblemNote({
  problem,
  actions,
}: { readonly problem: FileProblem } & Pick<FailureNoteProps, 'actions'>) {
  const text = useText();
  return problem === 'tooLarge' ? (
    <Callout tone="bad" role="alert" title={text('firstRun.fileTooLarge')} actions={actions} />
  ) : (
    <FailureNote failure={problem} showField actions={actions} />
  );
}
