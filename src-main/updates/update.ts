import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Clock, StepMark } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { checkFeed } from './check.ts';
import { downloadPackage, type Pace } from './download.ts';
import type { UpdateFault } from './fault.ts';
import type { Feed } from './feed.ts';
import { offerOf, type Installed, type Known, type Offer, type Times } from './judge.ts';
import { readUpdateState, writeUpdateState, type UpdateState } from './state.ts';
import { compareVersions } from './version.ts';

export const fetchSteps = ['feed-judged', 'feed-remembered', 'package-fetched'] as const;
export type FetchStep = (typeof fetchSteps)[number];

/** A counter, as far as it asks for updates. */
export interface Looking {
  /** Beside its records. */
  readonly folder: string;
  /** What the program knows by itself. */
  readonly first: Known;
  readonly installed: Installed;
  readonly feed: Feed;
  readonly times: Times;
  readonly mark: StepMark<FetchStep>;
}

/**
 * Asks the feed once what it has for this computer. What was fetched and is offered no more is not installed, nor what
 * keys signed that the publisher has replaced since, until a release by the new ones offers it again.
 */
export async function lookForUpdate(looking: Looking): Promise<Result<Offer, UpdateFault>> {
  const { folder, feed, mark } = looking;
  const before = readUpdateState(folder, looking.first);
  const { known, release } = await checkFeed(feed, before.known, looking.times);
  mark('feed-judged');
  const offer = release.ok ? offerOf(release.value, looking.installed) : release;
  const isOffered = release.ok
    ? offer.ok && isDeepStrictEqual(offer.value, before.downloaded)
    : known.root.version === before.known.root.version;
  // What was seen counts from here on, so that nothing older is trusted, whatever comes of the rest.
  const remembered = writeUpdateState(folder, { known, downloaded: isOffered ? before.downloaded : null });
  if (!remembered.ok) return remembered;
  mark('feed-remembered');
  return offer;
}

export interface Fetching extends Omit<Looking, 'installed' | 'times'> {
  readonly clock: Clock;
  readonly pace: Pace;
  readonly roomBytes: number;
  readonly signal: AbortSignal;
}

/** Fetches what was offered, and remembers that it lies here. Installs nothing. */
export async function fetchUpdate(fetching: Fetching, offer: Offer): Promise<Result<void, UpdateFault>> {
  const { folder, mark } = fetching;
  const fetched = await downloadPackage({ ...fetching, package: offer.package, folder: downloadsIn(folder) });
  if (!fetched.ok) return fetched;
  mark('package-fetched');
  const { known } = readUpdateState(folder, fetching.first);
  return writeUpdateState(folder, { known, downloaded: offer });
}

/** The update that lies here and may be installed, and its file; `version_not_newer` where there is none. */
export function downloadedUpdate(
  folder: string,
  { downloaded }: UpdateState,
  { version, gaveWay }: Pick<Installed, 'version' | 'gaveWay'>,
): Result<Offer & { readonly path: string }, UpdateFault> {
  if (downloaded === null || compareVersions(downloaded.version, version) <= 0)
    return err({ code: 'version_not_newer' });
  if (gaveWay.includes(downloaded.version)) return err({ code: 'gave_way', detail: downloaded.version });
  return ok({ ...downloaded, path: join(downloadsIn(folder), downloaded.package.file) });
}

function downloadsIn(folder: string): string {
  return join(folder, 'updates');
}
