import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { SandboxInfo } from '../../app/counter/ports.ts';
import type { Result } from '../../core/result.ts';
import { sandboxArguments, sandboxRunning } from '../sandbox-process.ts';

/** Runs in the service's process: the pipe from us ends when we do, however we ended. */
const endWithHost =
  "data:text/javascript,process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();";

/** Starts the training service as a child process, on the Node that runs this host. */
export async function startSandboxChild(script: string, directory: string): Promise<Result<SandboxInfo, Failure>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // A group of its own: Ctrl+C reaches this host alone, which then lets its attempts end before it stops the service.
  const child = spawn(process.execPath, ['--import', endWithHost, script, ...sandboxArguments(directory)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  return sandboxRunning({
    stdout: child.stdout,
    onExit: (listener) => {
      child.once('exit', listener);
      child.once('error', listener);
    },
    terminate: () => child.kill('SIGTERM'),
    kill: () => child.kill('SIGKILL'),
  });
}
