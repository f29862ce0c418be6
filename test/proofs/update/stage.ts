import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpTransport } from '../../../src-main/hosts/http-transport.ts';
import { folderFeed, httpFeed, type Feed } from '../../../src-main/updates/feed.ts';
import { openUpdateShop, recordsIn, versionOpened, type UpdateShop } from '../../support/update-shop.ts';
import { attempt, type Attempt } from './attempt.ts';
import { startFeedServer, type FeedServer } from './feed-server.ts';

export const noise = randomBytes(300_000);

/** What a try came to, and what it may have come to. */
export interface Tried {
  readonly scene: string;
  readonly name: string;
  readonly outcome: string;
  readonly expected: readonly string[];
  /** The version that its person sees after it; null where nothing opened. */
  readonly opened: string | null;
  readonly mayOpen: readonly (string | null)[];
  readonly recordsAreSame: boolean;
}

/** A shop whose feed can be asked over the web and as a stick. */
export interface Stage {
  readonly shop: UpdateShop;
  readonly server: FeedServer;
  readonly feeds: Readonly<Record<'web' | 'stick', Feed>>;
  /** Tries to update, opens the counter, and notes what came of it. */
  readonly tries: (
    name: string,
    expected: string,
    changes: Pick<Attempt, 'feed' | 'times'>,
    mayOpen?: readonly (string | null)[],
  ) => Promise<void>;
  /** Notes a try that was made elsewhere: in another process, or by hand. */
  readonly notes: (name: string, outcome: string, expected: readonly string[], mayOpen: Tried['mayOpen']) => void;
}

/** One kind of trouble. It tries what it wants on stages of its own. */
export interface Scene {
  readonly name: string;
  readonly play: (stage: Stage, full: boolean) => Promise<void>;
}

export async function playScene({ name: scene, play }: Scene, full: boolean): Promise<readonly Tried[]> {
  const root = mkdtempSync(join(tmpdir(), 'counterfoil-update-'));
  const shop = openUpdateShop(root);
  const server = await startFeedServer(shop.feed);
  const records = recordsIn(shop.records);
  const tried: Tried[] = [];
  const notes: Stage['notes'] = (name, outcome, expected, mayOpen) => {
    const opened = versionOpened(shop.installation);
    const recordsAreSame = recordsIn(shop.records) === records;
    tried.push({ scene, name, outcome, expected, opened, mayOpen, recordsAreSame });
  };
  const feeds = { web: httpFeed(createHttpTransport(), server.address), stick: folderFeed(shop.feed) };
  const tries: Stage['tries'] = async (name, expected, changes, mayOpen) => {
    const outcome = await attempt({ root, installation: shop.installation, ...changes });
    notes(name, outcome, [expected], mayOpen ?? [expected === 'installed' ? '0.2.0' : '0.1.0']);
  };
  try {
    await play({ shop, server, feeds, tries, notes }, full);
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
  return tried;
}

export function isHeld({ outcome, expected, opened, mayOpen, recordsAreSame }: Tried): boolean {
  return expected.includes(outcome) && mayOpen.some((version) => version === opened) && recordsAreSame;
}
