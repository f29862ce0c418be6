import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { err, ok, type Result } from '../core/result.ts';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { isJsonObject } from '../journal/json.ts';
import { packageSchema, parseRoot } from './documents.ts';
import type { UpdateFault } from './fault.ts';
import type { Known } from './judge.ts';
import { productVersion } from './version.ts';

/** What a counter remembers of updates, in `updates.json` beside its records. */
export interface UpdateState {
  readonly known: Known;
  /** A package that was fetched whole and is the one that was signed. */
  readonly downloaded: z.infer<typeof downloadedSchema> | null;
}

const downloadedSchema = z.strictObject({ version: productVersion, package: packageSchema });

const stateSchema = z.strictObject({
  form: z.literal(1),
  root: z.unknown(),
  seen: z.strictObject({ number: z.int(), sha256: z.string() }).nullable(),
  newestMs: z.number(),
  downloaded: downloadedSchema.nullable(),
});

/**
 * What was remembered, or what the program's own root allows. A file that cannot be read counts as none: the root and
 * the running version still hold against forgeries and older versions, and no counter stays closed for it.
 */
export function readUpdateState(folder: string, first: Known): UpdateState {
  const kept = readState(statePath(folder));
  // A newer program may bring a newer root along.
  if (kept === null || kept.known.root.version < first.root.version) return { known: first, downloaded: null };
  return kept;
}

/** Durable when it returns `ok`; otherwise what was remembered before still is. */
export function writeUpdateState(folder: string, { known, downloaded }: UpdateState): Result<void, UpdateFault> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return err({ code: 'not_writable' });
  }
  const bytes = new TextEncoder().encode(`${JSON.stringify({ form: 1, ...known, downloaded })}\n`);
  return writeFileAtomically(statePath(folder), bytes).ok ? ok(undefined) : err({ code: 'not_writable' });
}

function statePath(folder: string): string {
  return join(folder, 'updates.json');
}

function readState(path: string): UpdateState | null {
  const parsed = stateSchema.safeParse(readJson(path));
  if (!parsed.success || !isJsonObject(parsed.data.root)) return null;
  const { seen, newestMs, downloaded } = parsed.data;
  const root = parseRoot(parsed.data.root);
  return root.ok ? { known: { root: root.value, seen, newestMs }, downloaded } : null;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
