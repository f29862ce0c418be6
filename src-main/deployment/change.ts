import { err, ok, type Result } from '../core/result.ts';
import { parseProfile, type DeploymentProfile } from './profile.ts';

/**
 * One field of a profile and what it is to become. `path` is written as in the faults of a profile:
 * `request.emptyQuery`.
 */
export interface ProfileChange {
  readonly path: string;
  readonly to: unknown;
}

/** The profile with these changes, or null where no such profile is possible. */
export function changedProfile(
  profile: DeploymentProfile,
  changes: readonly ProfileChange[],
): DeploymentProfile | null {
  const parsed = parseProfile(JSON.stringify(changes.reduce<unknown>(changed, profile)));
  return parsed.ok ? parsed.value : null;
}

/** The document of a person with these changes and everything else as it was. */
export function changedText(
  text: string,
  changes: readonly ProfileChange[],
): Result<string, { readonly code: 'profile_invalid' }> {
  const before = parseProfile(text, { taken: true });
  if (!before.ok) return err({ code: 'profile_invalid' });
  const after = `${JSON.stringify(changes.reduce<unknown>(changed, JSON.parse(text)), null, 2)}\n`;
  return parseProfile(after, { taken: true }).ok ? ok(after) : err({ code: 'profile_invalid' });
}

/** What stands at a path; undefined where nothing does. */
export function valueAt(document: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => new Map(membersOf(value)).get(name), document);
}

function changed(document: unknown, { path, to }: ProfileChange): unknown {
  const [name = '', ...rest] = path.split('.');
  const members = new Map(membersOf(document));
  members.set(name, rest.length === 0 ? to : changed(members.get(name), { path: rest.join('.'), to }));
  return Object.fromEntries(members);
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
