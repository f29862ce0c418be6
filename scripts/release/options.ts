import { parseArgs } from 'node:util';
import * as z from 'zod';
import { isPublicKey } from '../../src-main/signatures/ed25519.ts';
import { productVersion } from '../../src-main/updates/version.ts';

/** A command line that does not fit its command; its message names the option and says what is wrong with it. */
export class Misused extends Error {}

/** What is said of a value in another form than this one. */
function not(form: string): ({ input }: { readonly input?: unknown }) => string {
  return ({ input }) => (input === '' ? 'is empty' : `${String(input)} ${form}`);
}

/** As documents have it, and not past: whoever types the wrong year would publish what no counter takes. */
export const future = z.iso
  .datetime({ precision: 0, abort: true, error: not('is no time like 2027-11-23T00:00:00Z') })
  .refine((time) => Date.parse(time) > Date.now(), 'is past: no counter would take it');

export const version = z.string().refine((text) => productVersion.safeParse(text).success, {
  error: not('is not like 0.2.0'),
});

export const number = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { error: not('is no whole number from 1 on') })
  .transform(Number);

export const threePublicHalves = z
  .array(z.string().refine(isPublicKey, { error: not('is no public half, as "keys" prints it') }), 'is missing')
  .length(3, 'is needed three times');

export const path = z.string().min(1, 'is empty');

/** An option that is given once: of two, one was meant for something else. */
export function once<T>(of: z.ZodType<T, string>) {
  return z
    .array(z.string(), 'is missing')
    .length(1, 'is given more than once')
    .transform(([only = '']) => only)
    .pipe(of);
}

export function several<T>(of: z.ZodType<T, string>) {
  return z.array(of, 'is missing');
}

/** The words of a command after its name; `files` are those that belong to no option. */
export function readOptions<T extends z.ZodRawShape>(
  args: readonly string[],
  schema: z.ZodObject<T>,
): z.infer<z.ZodObject<T>> {
  const names = Object.keys(schema.shape).filter((name) => name !== 'files');
  const read = schema.safeParse(words(args, names));
  if (read.success) return read.data;
  throw new Misused(read.error.issues.map(said).join('\n'));
}

function words(args: readonly string[], names: readonly string[]): Readonly<Record<string, unknown>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string', multiple: true }] as const));
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { ...values, files: positionals };
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    throw new Misused(thrown.message.split('\n', 1)[0] ?? '', { cause: thrown });
  }
}

function said({ path: [name], message }: z.core.$ZodIssue): string {
  return name === 'files' ? message : `--${String(name)} ${message}`;
}
