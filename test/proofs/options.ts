import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod';

/** A whole number as a shell gives it. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** The options of this process as `schema` has them; null after saying how it is used, with exit code 2 (bad input). */
export function readOptions<T>(
  usage: string,
  schema: z.ZodType<T>,
  options: NonNullable<ParseArgsConfig['options']>,
): T | null {
  try {
    return schema.parse(parseArgs({ options }).values);
  } catch {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
    return null;
  }
}
