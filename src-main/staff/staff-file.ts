import { join } from 'node:path';
import { z } from 'zod';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import { roles } from '../../src-shared/contract/roles.ts';
import { isUuid, type StaffId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isAbsent } from '../files/absent.ts';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { readBounded } from '../files/read-bounded.ts';

const person = z.strictObject({
  id: z.string().refine((text): text is StaffId => isUuid(text)),
  name: z.string().min(1),
  role: z.enum(roles),
  /** What the PIN is compared with: its cost and salt, and the digest, sealed. */
  pin: z.strictObject({
    log2N: z.number().int().min(10).max(18),
    salt: z.base64url(),
    ciphertext: z.base64url(),
    wrappedKey: z.base64url(),
  }),
});
const staffFile = z.strictObject({ version: z.literal(1), people: z.array(person) });

export type StoredPerson = Readonly<z.infer<typeof person>>;

/** Those in the folder's file; nobody where there is none. A file that cannot be read is no empty one. */
export function readPeople(directory: string): Result<readonly StoredPerson[], Failure> {
  try {
    const parsed = staffFile.safeParse(JSON.parse(readBounded(pathIn(directory)).toString('utf8')));
    return parsed.success ? ok(parsed.data.people) : err(detailed('vault_unavailable', 'staff_unreadable'));
  } catch (thrown) {
    return isAbsent(thrown) ? ok([]) : err(detailed('vault_unavailable', 'staff_unreadable'));
  }
}

/** Whether people with PINs work at the counter of this folder, or may: without its key nobody can tell more. */
export function keepsPeople(directory: string): boolean {
  const people = readPeople(directory);
  return !people.ok || people.value.length > 0;
}

/** Durable and whole when it returns `ok`; what was there before is gone. */
export function writePeople(directory: string, people: readonly StoredPerson[]): Result<void, Failure> {
  const text = `${JSON.stringify({ version: 1, people })}\n`;
  return writeFileAtomically(pathIn(directory), new TextEncoder().encode(text)).ok
    ? ok(undefined)
    : err({ code: 'journal_not_writable' });
}

function pathIn(directory: string): string {
  return join(directory, 'staff.json');
}
