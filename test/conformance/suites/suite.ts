import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

/** One case of a suite; `fault` says what came out in place of what the standard asks. */
export interface Case {
  readonly name: string;
  readonly fault: string | null;
}

export interface Suite {
  readonly name: string;
  readonly cases: () => readonly Case[];
}

/** A file of cases, each with the section of the standard it comes from. */
export function readFixture<T>(name: string, schema: z.ZodType<T>): T {
  return schema.parse(
    JSON.parse(readFileSync(fileURLToPath(new URL(`../fixtures/${name}.json`, import.meta.url)), 'utf8')),
  );
}

/** The fault of a case whose outcome is a short text or value. */
export function difference(found: unknown, expected: unknown): string | null {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  return one === other ? null : `gives ${one}, expected ${other}`;
}
