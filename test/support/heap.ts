import type { Page } from 'playwright';

/**
 * How many of `texts` the page's script engine still holds after a forced collection. They are looked for in a snapshot
 * of the heap, and never handed to the page, which would then hold them.
 */
export async function heldInHeap(page: Page, texts: readonly string[]): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    let snapshot = '';
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
      snapshot += chunk;
    });
    await session.send('HeapProfiler.enable');
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    if (!snapshot.includes('"strings"')) throw new Error('the snapshot has no strings');
    return texts.filter((text) => snapshot.includes(text)).length;
  } finally {
    await session.detach();
  }
}
