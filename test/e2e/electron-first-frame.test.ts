import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null)(`the frame that comes with the page${because}`, () => {
  it.each(languageCodes)('is the header that the page then draws, in %s', async (language) => {
    const data = await mkdtemp(join(tmpdir(), 'counterfoil-e2e-'));
    await writeFile(join(data, 'settings.json'), JSON.stringify({ language, theme: 'dark' }));
    const counter = await startCounter({ data });
    try {
      const served = await servedPage(counter.page);
      const [, frame = ''] = /<div id="root"><div class="frame" inert="">(.*<\/header>)/.exec(served) ?? [];
      const drawn = await counter.page.evaluate(() => document.querySelector('header')?.outerHTML ?? '');
      expect(withoutIds(frame)).toBe(withoutIds(drawn));
      expect(frame).toContain('Counterfoil');
      expect(await counter.page.locator('[inert]').count()).toBe(0);
    } finally {
      await counter.stop();
      await rm(data, { recursive: true, force: true });
    }
  });
});

/** What main gave, before any script changed it. */
async function servedPage(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getResourceTree');
  const { id: frameId, url } = frameTree.frame;
  const { content } = await session.send('Page.getResourceContent', { frameId, url });
  return content;
}

function withoutIds(html: string): string {
  return html.replaceAll(/ id="[^"]*"/g, '');
}
