import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { makeTempFolder } from './temp.ts';

/** Whether this computer can lend a program a terminal of its own. */
export const canLendTerminal = spawnSync('script', ['--version']).status === 0;

/**
 * Runs a program on a real terminal and types one of `answers` as soon as what it shows ends with a colon. Gives all
 * that the terminal showed, and the program's exit code.
 */
export async function typedAt(
  command: readonly string[],
  answers: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly shown: string; readonly exitCode: number | null }> {
  const line = command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const folder = makeTempFolder();
  const terminal = spawn('script', ['-qec', line, join(folder.path, 'typescript')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = new Promise<number | null>((resolve) => terminal.once('close', resolve));
  const left = [...answers];
  let shown = '';
  for await (const chunk of terminal.stdout) {
    shown += String(chunk);
    if (shown.endsWith(': ')) terminal.stdin.write(left.shift() ?? '');
  }
  terminal.stdin.destroy();
  const exitCode = await ended;
  folder.remove();
  return { shown, exitCode };
}
