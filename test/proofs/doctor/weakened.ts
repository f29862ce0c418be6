import { changedText, type ProfileChange } from '../../../src-main/deployment/change.ts';
import { parseProfile, type DeploymentProfile } from '../../../src-main/deployment/profile.ts';

/** The whole address holds its parts (RFC 9421 section 2.2.2). */
const ofTarget = ['@target-uri', '@scheme', '@authority', '@path', '@query'];

/** Law 3 is for orders and reveals above all: nothing that is applied with one press may ask less of their answers. */
export function weakenedBy(text: string, changes: readonly ProfileChange[]): readonly string[] {
  const changed = changedText(text, changes);
  const [before, after] = [parseProfile(text), changed.ok ? parseProfile(changed.value) : null];
  if (!before.ok || after?.ok !== true) throw new Error('the change that was named makes no profile');
  const left = asked(after.value);
  return asked(before.value).filter((name) => !left.includes(name));
}

function asked({ answer }: DeploymentProfile): readonly string[] {
  return (['orderMutation', 'bodylessNonceMutation'] as const).flatMap((kind) =>
    (['required', 'requiredIfPresent', 'binding'] as const).flatMap((list) => {
      const names: readonly string[] = answer.kinds[kind]?.[list] ?? answer[list];
      return [...names, ...(list === 'binding' && names.includes('@target-uri') ? ofTarget : [])].map(
        (name) => `${kind} ${list} ${name}`,
      );
    }),
  );
}
