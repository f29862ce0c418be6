import { readPeople } from '../../../staff/staff-file.ts';

/** Names of people by their random ids, from the file in a data folder; null for somebody whose name was erased. */
export function personNames(directory: string | null): (id: string) => string | null {
  const people = directory === null || directory === '' ? null : readPeople(directory);
  const names = new Map<string, string>(people?.ok === true ? people.value.map(({ id, name }) => [id, name]) : []);
  return (id) => names.get(id) ?? null;
}

/** A value as a person reads it: a name wherever it says by an id who did something. A member `id` stays one. */
export function withPeople(value: unknown, personOf: (id: string) => string | null): unknown {
  if (typeof value === 'string') return personOf(value) ?? value;
  if (Array.isArray(value)) return value.map((item: unknown) => withPeople(item, personOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, key === 'id' ? member : withPeople(member, personOf)]),
  );
}
