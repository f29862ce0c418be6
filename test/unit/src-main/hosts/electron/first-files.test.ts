import { describe, expect, it } from 'vitest';
import { filesNamedIn, firstFiles, frameOf, htmlWithLook } from '../../../../../src-main/hosts/electron/first-files.ts';

const html =
  '<!doctype html><html lang="en" dir="ltr"><head><script src="/trusted-types.js"></script>' +
  '<link rel="icon" href="data:,"><script type="module" src="./assets/index-a1.js"></script>' +
  '<link rel="preload" as="font" crossorigin="" href="./assets/face.woff2"></head><body>src="/no.js"<div id="root"></div></body></html>';

describe('the page that is served first', () => {
  it.each([
    ['ar', 'system', '<html lang="ar" dir="rtl" data-language="ar">'],
    ['en', 'dark', '<html lang="en" dir="ltr" data-language="en" data-theme="dark">'],
  ] as const)('looks as it did last: %s, %s', (language, theme, tag) => {
    expect(htmlWithLook(html, { language, theme }, '<p>$&</p>')).toBe(
      html.replace('<html lang="en" dir="ltr">', tag).replace('<div id="root">', () => '<div id="root"><p>$&</p>'),
    );
  });

  it('begins with the frame of its look', () => {
    const frames = JSON.stringify({ 'en dark': '<p>a</p>', 'ar system': '<p>b</p>' });
    expect(frameOf(frames, { language: 'ar', theme: 'system' })).toBe('<p>b</p>');
    expect(() => frameOf(frames, { language: 'ar', theme: 'light' })).toThrow('first frame');
  });

  it('names the scripts and typefaces that it asks for at once', () => {
    expect(filesNamedIn(html)).toEqual(['/trusted-types.js', '/assets/index-a1.js', '/assets/face.woff2']);
  });

  it('has them all when each was handed over, however often and in whatever order', async () => {
    const first = firstFiles(['/a', '/b']);
    let hasAll = false;
    const all = first.given.then(() => {
      hasAll = true;
    });
    for (const path of ['/b', '/c', '/b']) first.note(path);
    await Promise.resolve();
    expect(hasAll).toBe(false);
    first.note('/a');
    await all;
    expect(hasAll).toBe(true);
  });
});
