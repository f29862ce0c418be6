import { describe, expect, it } from 'vitest';
import { filesNamedIn, firstFiles, frameOf, htmlWithLook } from '../../../../../src-main/hosts/electron/first-files.ts';

const html =
  '<!doctype html><html lang="en" dir="ltr"><head><script src="/trusted-types.js"></script>' +
  '<link rel="icon" href="data:,"><script type="module" src="./assets/index-a1.js"></script>' +
  '<link rel="preload" as="font" crossorigin="" href="./assets/face.woff2"></head><body>src="/no.js"<div id="root"></div></body></html>';

describe('the page that is served first', () => {
  it.each([
    ['ar', 'system', false, '<html lang="ar" dir="rtl" data-language="ar">'],
    ['en', 'dark', true, '<html lang="en" dir="ltr" data-language="en" data-theme="dark" data-first-run>'],
  ] as const)('looks as it did last: %s, %s; the first run: %s', (language, theme, isFirstRun, tag) => {
    const begins = { isFirstRun, remembered: null };
    expect(htmlWithLook(html, { language, theme }, begins, '<p>$&</p>')).toBe(
      html.replace('<html lang="en" dir="ltr">', tag).replace('<div id="root">', () => '<div id="root"><p>$&</p>'),
    );
  });

  it('brings what it showed last as data, out of which no text leads', () => {
    const remembered = JSON.stringify({ name: '</script><script>alert(1)</script><!-- $& \u2028' });
    const page = htmlWithLook(html, { language: 'en', theme: 'system' }, { isFirstRun: false, remembered }, '');
    const [, data = ''] = /<script type="application\/json" id="remembered">([^<]*)<\/script><\/body>/.exec(page) ?? [];
    expect(JSON.parse(data)).toEqual(JSON.parse(remembered));
  });

  it('begins with the frame of its look', () => {
    const frames = JSON.stringify({ 'en dark': '<p>a</p>', 'ar system': '<p>b</p>' });
    expect(frameOf(frames, { language: 'ar', theme: 'system' })).toBe('<p>b</p>');
    expect(() => frameOf(frames, { language: 'ar', theme: 'light' })).toThrow('first frame');
  });

  it('names the scripts and typefaces that it asks for at once', () => {
    expect(filesNamedIn(html)).toEqual(['/trusted-types.js', '/assets/index-a1.js', '/assets/face.woff2']);
  });

  it('can paint its frame when the page has each, however often and in whatever order', async () => {
    const first = firstFiles(['/a', '/b']);
    const begun = noted(first.frame);
    for (const path of ['/b', '/c', '/b', '/assets/first-a1.js']) first.note(path);
    await Promise.resolve();
    expect(begun()).toBe(false);
    first.note('/a');
    await first.frame;
    expect(begun()).toBe(true);
  });

  it('can draw its screens when the page has the script of the first one, and no other', async () => {
    const first = firstFiles(['/a']);
    const begun = noted(first.screens);
    for (const path of ['/a', '/assets/rest-a1.js', '/assets/first-a1.css', '/first-a1.js']) first.note(path);
    await Promise.resolve();
    expect(begun()).toBe(false);
    first.note('/assets/first-a1.js');
    await first.screens;
    expect(begun()).toBe(true);
  });
});

function noted(done: Promise<void>): () => boolean {
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  return () => isDone;
}
