import { mkdir } from 'node:fs/promises';
import { utilityProcess } from 'electron';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { SandboxInfo } from '../../app/counter/ports.ts';
import { err, type Result } from '../../core/result.ts';
import { sandboxArguments, sandboxRunning } from '../sandbox-process.ts';

/** Starts the training service as a process of its own, which ends with ours. */
export async function startSandboxUtility(script: string, directory: string): Promise<Result<SandboxInfo, Failure>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const child = utilityProcess.fork(script, sandboxArguments(directory), {
    stdio: 'pipe',
    serviceName: 'counterfoil training',
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) return err({ code: 'sandbox_failed', detail: 'no_pipe' });
  stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  const kill = (): void => {
    child.kill();
  };
  return sandboxRunning({ stdout, onExit: (listener) => child.once('exit', listener), terminate: kill, kill });
}
