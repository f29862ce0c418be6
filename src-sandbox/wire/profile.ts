import type { z } from 'zod';
import { profileSchema, type Profile } from './profile-schema.ts';
import { err, ok, type Result } from './result.ts';

export type { Profile, SignedKind } from './profile-schema.ts';

/** Parses a profile, filling in defaults; the error names each field at fault. */
export function parseProfile(text: string): Result<Profile, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return err('the deployment profile is not JSON');
  }
  const parsed = profileSchema.safeParse(json);
  return parsed.success ? ok(parsed.data) : err(parsed.error.issues.map(describeIssue).join('; '));
}

export function defaultProfile(): Profile {
  return profileSchema.parse({});
}

/** What the practice service says of itself where no file says it: what nobody but a service knows has no default. */
export function practiceProfile(): Profile {
  return {
    ...defaultProfile(),
    safeResendHours: yearHours,
    fence: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 },
  };
}

const yearHours = 8_760;

function describeIssue(issue: z.core.$ZodIssue): string {
  const unknown =
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')).join(', ') : '';
  return unknown === '' ? `${issue.path.join('.') || 'profile'}: ${issue.message}` : `${unknown}: unknown field`;
}
