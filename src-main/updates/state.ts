import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { err, ok, type Result } from '../core/result.ts';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { readBounded } from '../files/read-bounded.ts';
import { packageSchema, parseRoot, readDocument } from './documents.ts';
import type { UpdateFault } from './fault.ts';
import { bytesOf, isProved, judgeRoot, type Known } from './judge.ts';
import { productVersion } from './version.ts';

/** What a counter remembers of updates, in `updates.json` beside its records. */
export interface UpdateState {
  readonly known: Known;
  /** A package that was fetched whole and is the one that was signed. */
  readonly downloaded: z.infer<typeof downloadedSchema> | null;
}

const downloadedSchema = z.strictObject({ version: productVersion, package: packageSchema });

const stateSchema = z.strictObject({
  form: z.literal(2),
  rootVersion: z.int(),
  roots: z.array(z.string()),
  release: z.string().nullable(),
  seen: z.strictObject({ number: z.int(), sha256: z.string() }).nullable(),
  newestMs: z.number(),
  downloaded: downloadedSchema.nullable(),
});

/**
 * What was remembered, or what the program's own root allows. No root and no package in the file counts that is not
 * shown by what the publisher signed. A file that cannot be read counts as none: the root and the running version still
 * hold against forgeries and older versions.
 */
export function readUpdateState(folder: string, first: Known): UpdateState {
  const kept = stateSchema.safeParse(readJson(statePath(folder)));
  const root = kept.success ? followed(first, kept.data.roots) : null;
  if (!kept.success || root === null) return { known: first, downloaded: null };
  // A newer program may bring a newer root along.
  if (kept.data.rootVersion < first.root.version) return { known: root, downloaded: null };
  const { seen, newestMs, release, downloaded } = kept.data;
  const known = { ...root, seen, newestMs, proof: { ...root.proof, release } };
  return { known, downloaded: downloaded !== null && isProved(known, downloaded) ? downloaded : null };
}

/**
 * The last of the roots, each judged by the one before. Those up to the program's own are passed over, and kept for an
 * older program that may take over again.
 */
function followed(first: Known, roots: readonly string[]): Known | null {
  let known = first;
  for (const text of roots) {
    const document = readDocument(bytesOf(text));
    const root = document.ok ? parseRoot(document.value.signed) : document;
    if (!root.ok) return null;
    if (root.value.version <= first.root.version)
      known = { ...known, proof: { ...known.proof, roots: [...known.proof.roots, text] } };
    else {
      const judged = judgeRoot(bytesOf(text), known);
      if (!judged.ok) return null;
      known = judged.value;
    }
  }
  return known;
}

/** Durable when it returns `ok`; otherwise what was remembered before still is. */
export function writeUpdateState(folder: string, { known, downloaded }: UpdateState): Result<void, UpdateFault> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return err({ code: 'not_writable' });
  }
  const { root, seen, newestMs, proof } = known;
  const bytes = bytesOf(
    `${JSON.stringify({ form: 2, rootVersion: root.version, ...proof, seen, newestMs, downloaded })}\n`,
  );
  return writeFileAtomically(statePath(folder), bytes).ok ? ok(undefined) : err({ code: 'not_writable' });
}

function statePath(folder: string): string {
  return join(folder, 'updates.json');
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readBounded(path).toString('utf8'));
  } catch {
    return null;
  }
}
