import { z } from 'zod';
import { roles } from './roles.ts';
import { instant, nothing, uuid } from './shapes.ts';

/** The people of a shop, as its screens see them: no PIN and no digest of one. */

/** Of a name from a shell too: an answer with a longer one would fit no schema, and the screens know nobody. */
export const personNameMost = 60;
const personName = z.string().min(1).max(personNameMost);
/** As it is typed; main says whether it is a PIN. */
const typedPin = z.string().max(40);
const role = z.enum(roles);

export const staffView = z.object({
  /** Whoever came last is first; empty where the shop uses no PINs. */
  people: z.array(
    z.object({
      id: uuid,
      name: personName,
      role,
      /** Until then no PIN of this person is taken. */
      lockedUntil: instant.exactOptional(),
    }),
  ),
  /** Who is at the counter; null while it is locked, and where the shop uses no PINs. */
  me: uuid.nullable(),
});
export type StaffView = z.infer<typeof staffView>;

const person = { id: uuid };

export const staffCalls = {
  list: { input: nothing, output: staffView },
  /** Opens the lock for this person. */
  enter: { input: z.strictObject({ ...person, pin: typedPin }), output: nothing },
  /** Locks, for the next person. */
  leave: { input: nothing, output: nothing },
  /** The first one must be a manager, and is at the counter from then on. */
  add: { input: z.strictObject({ name: personName, role, pin: typedPin }), output: staffView },
  rename: { input: z.strictObject({ ...person, name: personName }), output: staffView },
  changeRole: { input: z.strictObject({ ...person, role }), output: staffView },
  changePin: { input: z.strictObject({ ...person, pin: typedPin }), output: staffView },
  /** Erases the name and the PIN; the journal keeps the random id. */
  remove: { input: z.strictObject(person), output: staffView },
  /** A manager's forgotten PIN: who holds the recovery phrase makes a new one. */
  resetPin: { input: z.strictObject({ ...person, phrase: z.string().max(200), pin: typedPin }), output: staffView },
} as const;
