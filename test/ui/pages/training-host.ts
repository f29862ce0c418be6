import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundles } from '../../support/project.ts';
import { makeTempFolder } from '../../support/temp.ts';
import { TrainingService } from './training-service.ts';

const addressPattern = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/;

export interface TrainingHost {
  /** Opens the counter once; after that the browser's cookie does. */
  readonly address: string;
  /** The service that this host has started for its training. */
  service(): Promise<TrainingService>;
  stop(): Promise<void>;
}

/** The built counter for the browser, as a process of its own with data of its own. */
export async function startTrainingHost(): Promise<TrainingHost> {
  const folder = makeTempFolder();
  const env = { ...process.env, TMPDIR: folder.path };
  const child = spawn(process.execPath, [bundles.browserHost, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the host did not start');
  const killWithUs = (): boolean => child.kill('SIGKILL');
  process.on('exit', killWithUs);
  const stop = async (): Promise<void> => {
    process.off('exit', killWithUs);
    await ended(child);
    folder.remove();
  };
  try {
    return { address: await printedAddress(child), service: () => TrainingService.of(pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function printedAddress({ stdout }: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += String(chunk);
    const address = addressPattern.exec(printed)?.[0];
    if (address !== undefined && printed.endsWith('\n')) return address;
  }
  throw new Error('the host ended without an address');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
