import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CounterRun } from '../../support/counter.ts';
import type { LostWrites } from '../../support/lost-writes.ts';
import { makeTempFolder } from '../../support/temp.ts';

/** Runs a counter on `directory`; where it is killed, the power goes with it: what it had not synced is lost. */
export async function onFailingPower(
  lostWrites: LostWrites,
  directory: string,
  run: (env: Readonly<Record<string, string>>) => Promise<CounterRun>,
): Promise<CounterRun> {
  const disk = makeTempFolder();
  try {
    copyFiles(directory, disk.path);
    const done = await run(lostWrites.environment(directory, disk.path));
    if (done.signal === 'SIGKILL') {
      const kept = filesIn(disk.path);
      for (const name of filesIn(directory).filter((one) => !kept.includes(one))) rmSync(join(directory, name));
      // Over the files that are there: those that the journal knows by their identity must keep it.
      copyFiles(disk.path, directory);
    }
    return done;
  } finally {
    disk.remove();
  }
}

function copyFiles(from: string, to: string): void {
  for (const name of filesIn(from)) copyFileSync(join(from, name), join(to, name));
}

/** The shim keeps the files of the folder itself alone, which the journal's are. */
function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
