import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StepMark } from '../../../src-main/core/ports.ts';
import { systemClock } from '../../../src-main/hosts/system-ports.ts';
import type { Feed } from '../../../src-main/updates/feed.ts';
import { readCurrent, versionOfFolder, type Installation } from '../../../src-main/updates/installation.ts';
import { judgeFirstRoot, type Installed, type Times } from '../../../src-main/updates/judge.ts';
import { readStarts, versionsThatGaveWay } from '../../../src-main/updates/starts.ts';
import { readUpdateState } from '../../../src-main/updates/state.ts';
import { swapIn, type SwapStep } from '../../../src-main/updates/swap.ts';
import { downloadedUpdate, fetchUpdate, lookForUpdate, type FetchStep } from '../../../src-main/updates/update.ts';
import { publishedMs } from '../../support/publisher.ts';
import { firstRootName } from '../../support/update-shop.ts';

/** One try of a counter to update itself: asks the feed, fetches, swaps. */
export interface Attempt {
  /** The folder of the shop. */
  readonly root: string;
  /** What is installed, where `current` does not say so yet. */
  readonly installation: Installation;
  readonly feed: Feed;
  readonly times?: Times;
  readonly roomBytes?: number;
  readonly mark?: StepMark<FetchStep | SwapStep>;
}

export const nowMs = publishedMs + 60_000;
/** Small, so that a package of a few hundred kilobytes comes in several. */
const pieceBytes = 64 * 1024;

/** `installed`, or the code of what stood in the way. */
export async function attempt(wanted: Attempt): Promise<string> {
  const { root, feed, times = { serviceMs: null, localMs: nowMs }, roomBytes = 0, mark = () => undefined } = wanted;
  const first = judgeFirstRoot(readFileSync(join(root, firstRootName)));
  if (!first.ok) throw new Error(first.error.code);
  const folder = join(root, 'records');
  const installation = readCurrent(wanted.installation.folder) ?? wanted.installation;
  const installed: Installed = {
    version: versionOfFolder(installation.current) ?? '',
    target: 'linux-x64-zip',
    gaveWay: versionsThatGaveWay(readStarts(installation.folder)),
  };
  const shared = { folder, first: first.value, feed, mark };
  const offer = await lookForUpdate({ ...shared, installed, times });
  if (!offer.ok) return offer.error.code;
  const pace = { pieceBytes, bytesPerSecond: Number.POSITIVE_INFINITY };
  const { signal } = new AbortController();
  const fetched = await fetchUpdate({ ...shared, clock: systemClock, pace, roomBytes, signal }, offer.value);
  if (!fetched.ok) return fetched.error.code;
  const update = downloadedUpdate(folder, readUpdateState(folder, first.value), installed);
  if (!update.ok) return update.error.code;
  const swapped = await swapIn({ installation, ...update.value, roomBytes, mark });
  return swapped.ok ? 'installed' : swapped.error.code;
}
