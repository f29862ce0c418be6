import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './project.ts';
import { makeTempFolder } from './temp.ts';

/** Only from the first of them on, or each read that meets one. */
export type Refuses = 'the rest' | 'the whole';

export interface UnreadableBytes {
  /** For a process to which the disk gives none of these bytes of the file at `path`. */
  environment(path: string, from: number, to: number, refuses?: Refuses): Readonly<Record<string, string>>;
  remove(): void;
}

/** Builds the shim that stands between a process and its disk; throws where nothing here compiles it. */
export function buildUnreadableBytes(): UnreadableBytes {
  const folder = makeTempFolder();
  const library = join(folder.path, 'unreadable-bytes.so');
  const source = join(projectRoot, 'test', 'crash', 'unreadable-bytes.c');
  const { status, stderr } = spawnSync(
    'cc',
    ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source, '-ldl'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return {
    environment: (path, from, to, refuses = 'the rest') => ({
      LD_PRELOAD: library,
      UNREADABLE_FILE: path,
      UNREADABLE_FROM: String(from),
      UNREADABLE_TO: String(to),
      ...(refuses === 'the whole' ? { UNREADABLE_WHOLE: '1' } : {}),
    }),
    remove: folder.remove,
  };
}
