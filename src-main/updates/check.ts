import { err, ok, type Result } from '../core/result.ts';
import type { Release } from './documents.ts';
import type { UpdateFault } from './fault.ts';
import { releaseName, rootName, type Feed } from './feed.ts';
import { judgeRelease, judgeRoot, type Known, type Times } from './judge.ts';

/** So many changes of keys are followed at a time; a publisher changes them once in years. */
const rootsMost = 32;

export interface Checked {
  /** What is known now, whatever came of it: to be remembered before the release is used. */
  readonly known: Known;
  /** A genuine one that is in force; `offerOf` says whether it is for this computer. */
  readonly release: Result<Release, UpdateFault>;
}

/** Asks a feed for newer roots, one version after the other, and for its release. */
export async function checkFeed(feed: Feed, before: Known, times: Times): Promise<Checked> {
  const { known, trouble } = await followRoots(feed, before);
  if (trouble !== null) return { known, release: err(trouble) };
  const document = await feed.document(releaseName);
  if (!document.ok) return { known, release: document };
  const judged = judgeRelease(document.value, known, times);
  return judged.ok ? { known: judged.value.known, release: ok(judged.value.release) } : { known, release: judged };
}

async function followRoots(
  feed: Feed,
  before: Known,
): Promise<{ readonly known: Known; readonly trouble: UpdateFault | null }> {
  let known = before;
  for (let left = rootsMost; left > 0; left -= 1) {
    const document = await feed.document(rootName(known.root.version + 1));
    if (!document.ok) return { known, trouble: document.error.code === 'feed_missing' ? null : document.error };
    const judged = judgeRoot(document.value, known);
    if (!judged.ok) return { known, trouble: judged.error };
    known = judged.value;
  }
  return { known, trouble: null };
}
