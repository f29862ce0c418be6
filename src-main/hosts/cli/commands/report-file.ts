import { existsSync } from 'node:fs';
import { writeFileAtomically } from '../../../files/atomic-write.ts';
import { readPeople } from '../../../staff/staff-file.ts';
import type { CliContext } from '../terminal/context.ts';

/** Writes a file of this kind that must not exist; gives false, and changes nothing, where that cannot be. */
export function writeNew(file: string, ending: string, text: string): boolean {
  if (!file.endsWith(ending) || existsSync(file)) return false;
  return writeFileAtomically(file, new TextEncoder().encode(text)).ok;
}

/** Names of people by their random ids; null for somebody whose name was erased. */
export function personNames(context: CliContext): (id: string) => string | null {
  const directory = context.directory();
  const people = directory.ok ? readPeople(directory.value) : directory;
  const names = new Map<string, string>(people.ok ? people.value.map(({ id, name }) => [id, name]) : []);
  return (id) => names.get(id) ?? null;
}
