import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFiles } from '../../support/update-shop.ts';
import { noise, type Scene } from './stage.ts';

/** A disk of its own that may be filled up: needs the right to mount one, in a namespace that ends with the process. */
export const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs -o size=1m none ${tmpdir()}`]).status === 0;

const child = join(import.meta.dirname, 'update-child.ts');

/** Too small for anything, for the package, and for what is in it besides; and one that is large enough. */
const disks = [
  { kilobytes: 60, expected: 'disk_full' },
  { kilobytes: 200, expected: 'disk_full' },
  { kilobytes: 480, expected: 'disk_full' },
  { kilobytes: 4000, expected: 'installed' },
] as const;

/** With a bound that is looked at before, and without one, so that the system itself says that the disk is full. */
const rooms = { 'room is looked at': 16 * 1024, 'room is not looked at': -1e12 } as const;

/** The counter is opened on its disk, of which nothing stays. */
const script = `
mount -t tmpfs -o size="$1k" none "$2" && cp -a "$3/programs" "$3/records" "$3"/*.json "$2" || exit 9
"$4" "$5" "$2" "$6" "$3/feed"
start="$2/programs/counterfoil"
[ -x "$start" ] || start="$2/programs/counterfoil-0.1.0-linux-x64/counterfoil.sh"
"$start"
ls "$2/programs" "$2/records/updates" | grep -c 0.2.0
ls "$2/records/updates" | grep -c partial
`;

/** What came of it, the version that opens, how many folders are of the new one, and how many files are left. */
const answers = { disk_full: 'disk_full 0.1.0 0 0', installed: 'installed 0.2.0 1 0' } as const;

export const onFullDisks: readonly Scene[] = canMount
  ? disks.flatMap(({ kilobytes, expected }) =>
      Object.entries(rooms).map(([room, roomBytes]) => ({
        name: 'full disk',
        play: ({ shop, notes }) => {
          shop.publish(packageFiles('0.2.0', noise));
          const disk = join(shop.root, 'disk');
          mkdirSync(disk);
          const args = [String(kilobytes), disk, shop.root, process.execPath, child, String(roomBytes)];
          const { stdout } = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', ...args], { encoding: 'utf8' });
          const answer = stdout.replace('begun', '').trim().split('\n').join(' ');
          notes(`${String(kilobytes)} KB, ${room}`, answer, [answers[expected]], ['0.1.0']);
          return Promise.resolve();
        },
      })),
    )
  : [];
