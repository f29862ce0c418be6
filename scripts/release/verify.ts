import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../src-main/core/result.ts';
import { checkFeed } from '../../src-main/updates/check.ts';
import type { Release } from '../../src-main/updates/documents.ts';
import { isPackage } from '../../src-main/updates/download.ts';
import type { UpdateFault } from '../../src-main/updates/fault.ts';
import { folderFeed } from '../../src-main/updates/feed.ts';
import { judgeFirstRoot } from '../../src-main/updates/judge.ts';

/**
 * Reads a feed as a counter does whose program brought `firstRoot` along, and each package in it. The release, or why a
 * counter would refuse it.
 */
export async function verifyFeed(folder: string, firstRoot: string): Promise<Result<Release, UpdateFault>> {
  const known = judgeFirstRoot(readFileSync(firstRoot));
  if (!known.ok) return known;
  const times = { serviceMs: null, localMs: Date.now() };
  const { release } = await checkFeed(folderFeed(folder), known.value, times);
  if (!release.ok) return release;
  for (const named of Object.values(release.value.targets)) {
    const file = await open(join(folder, named.file), 'r');
    const isWhole = await isPackage(file, named);
    await file.close();
    if (!isWhole) return err({ code: 'package_tampered', detail: named.file });
  }
  return ok(release.value);
}
