import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './project.ts';
import { makeTempFolder } from './temp.ts';

/** Without a C compiler for Linux nothing here can cut the power: what needs it is counted as skipped. */
export const canLoseWrites = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

export interface LostWrites {
  /** For a process whose files in `live` are to be kept in `disk` as far as they were synced. */
  environment(live: string, disk: string): Readonly<Record<string, string>>;
  remove(): void;
}

/** Builds the shim that stands between a process and its disk. */
export function buildLostWrites(): LostWrites {
  const folder = makeTempFolder();
  const library = join(folder.path, 'lost-writes.so');
  const source = join(projectRoot, 'test', 'crash', 'lost-writes.c');
  const { status, stderr } = spawnSync(
    'cc',
    ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source, '-ldl', '-lpthread'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return {
    environment: (live, disk) => ({ LD_PRELOAD: library, LOST_WRITES_DIR: live, LOST_WRITES_DISK: disk }),
    remove: folder.remove,
  };
}
