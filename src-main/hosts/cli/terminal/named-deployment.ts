import { largestProfile } from '../../../../src-shared/contract/choices.ts';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { detailed } from '../../../../src-shared/contract/details.ts';
import type { MainKey } from '../../../../src-shared/words/main-messages.ts';
import type { Text } from '../../../../src-shared/words/text.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { parseProfile, unsaidIn, warningsOf, type DeploymentProfile } from '../../../deployment/profile.ts';
import { openDeploymentFile, thumbprintIn, type DeploymentFile } from '../../../deployment/signed-file.ts';
import { readGiven } from '../../../files/read-given.ts';
import { invalid, type Arguments } from './arguments.ts';
import type { Asking } from './given-file.ts';
import { visible } from './visible.ts';

type NamedFile = Result<DeploymentFile, Failure>;

interface Saying {
  readonly say: (sentence: string) => void;
  readonly text: Text<MainKey>;
}

/**
 * What `--deployment` names. A command has nobody to ask: with `--signed-by` it takes no file that another key signed,
 * or none.
 */
export async function namedFile({ args, stopping }: Asking): Promise<NamedFile> {
  const [path, signedBy] = [args.text('deployment'), args.text('signed-by')];
  const asked = signedBy === null ? null : thumbprintIn(signedBy);
  if (signedBy !== null && asked === null) return invalid('signed-by');
  if (path === null) return err({ code: 'deployment_required', field: 'deployment' });
  const file = await readGiven(path, { stopping, mostBytes: largestProfile });
  if (!file.ok)
    return err(
      file.error === 'stopped'
        ? { code: 'command_stopped' }
        : { ...detailed('profile_unreadable', file.error), field: 'deployment' },
    );
  const opened = openDeploymentFile(file.value);
  if (!opened.ok || asked === null || opened.value.signer === asked) return opened;
  return err({ code: 'profile_signature_invalid', field: 'signed-by' });
}

/** The profile in it where it can be read; otherwise null, silently. */
export function namedProfile(file: NamedFile): DeploymentProfile | null {
  const profile = file.ok ? parseProfile(file.value.text) : null;
  return profile?.ok === true ? profile.value : null;
}

/** The profile in it; what is wrong with it, and what weakens something, is said. */
export function readProfile(file: NamedFile, { say, text: words }: Saying): Result<DeploymentProfile, Failure> {
  if (!file.ok) return unopened(file.error, { say, text: words });
  const profile = parseProfile(file.value.text);
  if (!profile.ok) return faulty(profile.error, { say, text: words });
  for (const { field, allowed } of [...warningsOf(profile.value), ...unsaidIn(profile.value)])
    say(words('cli.profile.warning', { fault: visible(`${field}: ${allowed}`) }));
  return profile;
}

/** Whoever gives `--signed-by` means it for every command, also for one that needs nothing of the file. */
export async function checkSigner(
  args: Pick<Arguments, 'text'>,
  file: () => Promise<NamedFile>,
  saying: Saying,
): Promise<Result<void, Failure>> {
  const named = args.text('signed-by') === null ? null : await file();
  return named === null || named.ok ? ok(undefined) : unopened(named.error, saying);
}

function unopened(failure: Failure, saying: Saying): Result<never, Failure> {
  return failure.faults === undefined ? err(failure) : faulty(failure.faults, saying);
}

function faulty(
  faults: Readonly<NonNullable<Failure['faults']>>,
  { say, text: words }: Saying,
): Result<never, Failure> {
  for (const { field, allowed } of faults)
    say(words('cli.profile.fault', { fault: visible(`${field || words('cli.profile.file')}: ${allowed}`) }));
  return err({ code: 'profile_invalid', field: faults[0]?.field || 'deployment' });
}
