import { existsSync, readdirSync } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../src-main/core/result.ts';
import { isAbsent } from '../../src-main/files/absent.ts';
import { checkFeed } from '../../src-main/updates/check.ts';
import type { Package, Release, Root } from '../../src-main/updates/documents.ts';
import { isPackage } from '../../src-main/updates/download.ts';
import type { UpdateFault } from '../../src-main/updates/fault.ts';
import { folderFeed, releaseName, rootName } from '../../src-main/updates/feed.ts';
import { judgeFirstRoot } from '../../src-main/updates/judge.ts';
import { compareVersions } from '../../src-main/updates/version.ts';
import { bytesAt } from './files.ts';
import { whyUnfit } from './packages.ts';

/** What a counter would take of a feed. */
export interface Verified {
  readonly release: Release;
  /** The newest root that the feed leads to. */
  readonly root: Root;
}

/**
 * Reads a feed as a counter does whose program brought `firstRoot` along, and each package in it. The release, or why a
 * counter would refuse it.
 */
export async function verifyFeed(folder: string, firstRoot: string): Promise<Result<Verified, UpdateFault>> {
  const first = judgeFirstRoot(bytesAt(firstRoot));
  if (!first.ok) return err(inFile(first.error, firstRoot));
  const times = { serviceMs: null, localMs: Date.now() };
  const { release, known } = await checkFeed(folderFeed(folder), first.value, times);
  const fault = release.ok
    ? rootFault(folder, known.root.version)
    : whereItIs(folder, known.root.version, release.error);
  if (fault !== null) return err(fault);
  if (!release.ok) return release;
  for (const [target, named] of Object.entries(release.value.targets)) {
    const misfit = await packageFault(folder, target, release.value.version, named);
    if (misfit !== null) return err(misfit);
  }
  return ok({ release: release.value, root: known.root });
}

/** A root in the folder that counters never come to, because the one before it is missing. */
function rootFault(folder: string, version: number): UpdateFault | null {
  const beyond = readdirSync(folder).find((name) => Number(/^root-(\d+)\.json$/.exec(name)?.[1] ?? 0) > version);
  return beyond === undefined ? null : { code: 'root_out_of_turn', detail: `${beyond} after root ${String(version)}` };
}

/** The same, with the document that it is about: a counter stops at the first root that it does not take. */
function whereItIs(folder: string, version: number, fault: UpdateFault): UpdateFault {
  const next = rootName(version + 1);
  const isOfRoot = existsSync(join(folder, next));
  if (!isOfRoot && fault.code === 'threshold_not_met') return rootFault(folder, version) ?? inFile(fault, releaseName);
  return inFile(fault, isOfRoot ? next : releaseName);
}

function inFile({ code, detail }: UpdateFault, name: string): UpdateFault {
  return { code, detail: detail === undefined || detail === name ? name : `${name} (${detail})` };
}

async function packageFault(
  folder: string,
  target: string,
  version: string,
  named: Package,
): Promise<UpdateFault | null> {
  const path = join(folder, named.file);
  if (compareVersions(named.from, version) >= 0)
    return {
      code: 'package_unfit',
      detail: `${named.file}: it is for ${named.from} and newer, and is ${version} itself`,
    };
  try {
    // Not through a link: a counter follows none on a stick.
    if (!(await lstat(path)).isFile()) return { code: 'feed_refused', detail: named.file };
    await using file = await open(path, 'r');
    if (!(await isPackage(file, named))) return { code: 'package_tampered', detail: named.file };
  } catch (thrown) {
    return { code: isAbsent(thrown) ? 'feed_missing' : 'feed_unreachable', detail: named.file };
  }
  const unfit = await whyUnfit(path, target, version);
  return unfit === null ? null : { code: 'package_unfit', detail: `${named.file}: ${unfit}` };
}
