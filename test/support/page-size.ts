import type { Page } from 'playwright';

/** What a page holds: nodes in the document or out of it, event listeners, and the bytes of its script engine. */
export interface PageSize {
  readonly nodes: number;
  readonly listeners: number;
  readonly heapBytes: number;
}

/** Reads how much the page holds once everything that can be collected has been. */
export async function pageSizeAfterCollection(page: Page): Promise<PageSize> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Performance.enable');
    await session.send('HeapProfiler.enable');
    // What one collection lets go of, the next one finds free.
    for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const valueOf = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return { nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners'), heapBytes: valueOf('JSHeapUsedSize') };
  } finally {
    await session.detach();
  }
}
