import { expect, it } from 'vitest';
import { scrollFaults } from '../support/scrolling.ts';
import { oneBrowser } from './pages/one-browser.ts';

const browser = oneBrowser();

it('the browser of the tests and the pictures shows scrollbars that take room, as a counter does', async () => {
  const page = await browser().newPage();
  await page.setContent('<div style="overflow: scroll; inline-size: 200px; block-size: 100px"></div>');
  const room = await page
    .locator('div')
    .evaluate((box: HTMLElement) => [box.offsetWidth - box.clientWidth, box.offsetHeight - box.clientHeight]);
  expect(room.every((px) => px > 0)).toBe(true);
});

it.each([
  ['a page that scrolls sideways', '<p style="inline-size: 3000px">a</p>', ['sideways', 'cut']],
  [
    'an area that scrolls sideways',
    '<div style="overflow: auto; inline-size: 200px"><p style="inline-size: 400px">a</p></div>',
    ['sideways', 'bar apart from the edge', 'cut'],
  ],
  [
    'a bar in mid-window',
    '<main><div style="overflow-y: auto; inline-size: 400px; block-size: 100px; margin: auto">a</div></main>',
    ['bar apart from the edge'],
  ],
  [
    'a cut word',
    '<div style="overflow: hidden; inline-size: 40px"><span style="white-space: nowrap">a word that is longer</span></div>',
    ['cut'],
  ],
  [
    'a frame that is too short',
    '<iframe srcdoc="&lt;p style=&quot;block-size: 900px&quot;&gt;a&lt;/p&gt;"></iframe>',
    ['frame too small'],
  ],
  [
    'dots in place of the rest',
    '<div style="overflow: hidden; text-overflow: ellipsis; white-space: nowrap; inline-size: 40px">a word that is longer</div>',
    [],
  ],
  [
    'a bar at the edge',
    '<main><div style="overflow-y: auto; block-size: 100px"><p style="block-size: 900px">a</p></div></main>',
    [],
  ],
])('%s is seen as what it is', async (_, body, kinds) => {
  const page = await browser().newPage();
  await page.setContent(`<body style="margin: 0">${body}</body>`);
  expect((await scrollFaults(page)).map((fault) => fault.split(':')[0])).toEqual(kinds);
});
