import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { folderFeed } from '../../../src-main/updates/feed.ts';
import { installationOf } from '../../../src-main/updates/installation.ts';
import { attempt } from './attempt.ts';

/**
 * A counter in a process of its own that tries to update once: `SHOP [ROOM_BYTES] [FEED]`. It says that it begins, and
 * what came of it. `COUNTERFOIL_CRASH_AT` names the step at which it kills itself; `piece` is a piece of the package.
 */
const [root = '', roomBytes = '0', feedFolder = join(root, 'feed')] = process.argv.slice(2);
const installation = installationOf(join(root, 'programs', 'counterfoil-0.1.0-linux-x64'));
if (installation === null) throw new Error('no installation');
const feed = folderFeed(feedFolder);

function mark(step: string): void {
  if (step !== process.env['COUNTERFOIL_CRASH_AT']) return;
  process.kill(process.pid, 'SIGKILL');
  // Nothing may run between the signal and its delivery.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

writeSync(1, 'begun\n');
const piece: typeof feed.piece = (name, start, length) => {
  if (start > 0) mark('piece');
  return feed.piece(name, start, length);
};
const outcome = await attempt({ root, installation, feed: { ...feed, piece }, roomBytes: Number(roomBytes), mark });
writeSync(1, `${outcome}\n`);
