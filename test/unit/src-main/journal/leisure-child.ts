import { readdirSync, readSync, rmSync, statfsSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { HandClock } from './journal-fixture.ts';
import { LargeCounter, roundOf } from './large-counter.ts';

/**
 * A process of its own that checks a large journal at leisure. `turns FOLDER`: a turn for each byte of its input, and
 * writes what it came to, until it is killed. `full FOLDER`: sells on a small disk, which then fills up before the
 * check, and prints what came of it.
 */
const [what = '', folder = ''] = process.argv.slice(2);
if (what === 'turns') check();
else checkOnFullDisk();

function check(): void {
  const clock = new HandClock();
  let nowMs = 0;
  // Each look at it takes so long that a turn has two or three rows.
  clock.monotonicMs = () => (nowMs += 2);
  const journal = new LargeCounter(folder, clock).open();
  for (;;) {
    readSync(0, new Uint8Array(1));
    const { came, mended } = journal.checkTurn();
    writeSync(1, `${came} ${mended.length}\n`);
    if (came !== 'more') break;
  }
  // It stays open until it is killed.
  setInterval(() => undefined, 1_000);
}

function checkOnFullDisk(): void {
  const counter = new LargeCounter(folder).sold();
  counter.tampered("UPDATE operations SET state = 'cancelled'");
  rmSync(join(counter.directory, 'backups'), { recursive: true });
  const journal = counter.open();
  fillUp();
  const full = roundOf(journal);
  const trouble = journal.trouble();
  const wrong = journal.compareProjection().length;
  rmSync(join(folder, 'ballast'));
  const again = roundOf(journal);
  console.log(
    JSON.stringify({
      full: [full.at(-1)?.came, full.flatMap(({ mended }) => mended).length, trouble, wrong],
      again: [again.at(-1)?.came, again.flatMap(({ mended }) => mended).length, journal.trouble()],
      left: journal.compareProjection().length,
      noted: journal.events({ kind: 'journal-rebuilt' }).length,
    }),
  );
  journal.close();
}

/** Takes every byte that is free, as another program would. */
function fillUp(): void {
  for (let part = 1024 * 1024; part >= 512; part /= 2) {
    for (;;) {
      try {
        writeFileSync(join(folder, 'ballast'), new Uint8Array(part), { flag: 'a' });
      } catch {
        break;
      }
    }
  }
  const { bavail, bsize } = statfsSync(folder);
  const lying = readdirSync(folder).map((name) => `${name} ${statSync(join(folder, name)).size}`);
  if (bavail * bsize > 8192) throw new Error(`${bavail * bsize} bytes are left: ${lying.join(', ')}`);
}
