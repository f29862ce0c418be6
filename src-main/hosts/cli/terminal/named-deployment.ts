import { readFileSync } from 'node:fs';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import type { MainKey } from '../../../../src-shared/words/main-messages.ts';
import type { Text } from '../../../../src-shared/words/text.ts';
import { err, type Result } from '../../../core/result.ts';
import { parseProfile, unsaidIn, warningsOf, type DeploymentProfile } from '../../../deployment/profile.ts';
import { openDeploymentFile, thumbprintIn, type DeploymentFile } from '../../../deployment/signed-file.ts';
import { invalid, type Arguments } from './arguments.ts';
import { visible } from './visible.ts';

/**
 * What `--deployment` names. A command has nobody to ask: with `--signed-by` it takes no file that another key signed,
 * or none.
 */
export function namedFile(args: Pick<Arguments, 'text'>): Result<DeploymentFile, Failure> {
  const [path, signedBy] = [args.text('deployment'), args.text('signed-by')];
  if (path === null) return err({ code: 'deployment_required', field: 'deployment' });
  const asked = signedBy === null ? null : thumbprintIn(signedBy);
  if (signedBy !== null && asked === null) return invalid('signed-by');
  let file: string;
  try {
    file = readFileSync(path, 'utf8');
  } catch {
    return err({ code: 'profile_unreadable', field: 'deployment' });
  }
  const opened = openDeploymentFile(file);
  if (!opened.ok || asked === null || opened.value.signer === asked) return opened;
  return err({ code: 'profile_signature_invalid', field: 'signed-by' });
}

/** The profile in it where it can be read, without a word where not. */
export function namedProfile(args: Pick<Arguments, 'text'>): DeploymentProfile | null {
  const file = namedFile(args);
  const profile = file.ok ? parseProfile(file.value.text) : null;
  return profile?.ok === true ? profile.value : null;
}

/** The profile in it; what is wrong with it, and what weakens something, is said. */
export function readProfile(
  args: Pick<Arguments, 'text'>,
  { say, text: words }: { readonly say: (sentence: string) => void; readonly text: Text<MainKey> },
): Result<DeploymentProfile, Failure> {
  const file = namedFile(args);
  if (!file.ok && file.error.faults === undefined) return file;
  const profile = file.ok ? parseProfile(file.value.text) : err(file.error.faults ?? []);
  if (profile.ok) {
    for (const { field, allowed } of [...warningsOf(profile.value), ...unsaidIn(profile.value)])
      say(words('cli.profile.warning', { fault: visible(`${field}: ${allowed}`) }));
    return profile;
  }
  for (const fault of profile.error)
    say(
      words('cli.profile.fault', { fault: visible(`${fault.field || words('cli.profile.file')}: ${fault.allowed}`) }),
    );
  return err({ code: 'profile_invalid', field: profile.error[0]?.field || 'deployment' });
}
