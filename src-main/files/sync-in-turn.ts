import { open } from 'node:fs/promises';
import type { Pausable } from '../core/pausable.ts';
import { syncFile } from './atomic-write.ts';

/** Makes the content of a closed file durable. A slow disk may take far longer for it than a turn may. */
export function* syncInTurn(path: string): Pausable<void> {
  yield { now: () => syncFile(path), meanwhile: () => syncMeanwhile(path) };
}

async function syncMeanwhile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
