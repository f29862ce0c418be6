import { execFile } from 'node:child_process';
import { projectRoot } from '../lib/tools.ts';

const waitMs = 60_000;

/** What npm prints as JSON, whether or not it is content; null where it prints none. */
export function askNpm(args: readonly string[]): Promise<unknown> {
  const own = process.env['npm_execpath'] ?? '';
  const [file, first] = /\.c?js$/.test(own) ? [process.execPath, [own]] : ['npm', []];
  return new Promise((resolve) => {
    execFile(
      file,
      [...first, ...args, '--json'],
      { cwd: projectRoot, timeout: waitMs, maxBuffer: 64 * 1024 * 1024 },
      (_error, printed) => resolve(jsonOf(printed)),
    );
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
