import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src-main/core/ports.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { createOneTimePages } from '../../../../src-main/pages/one-time-pages.ts';

const page = { html: '<p>', policy: 'sandbox' };

function pagesAt() {
  let nowMs = 1_000;
  const due: { readonly ms: number; readonly work: () => Promise<void> }[] = [];
  const clock: Clock = { nowMs: () => 0, monotonicMs: () => nowMs, sleep: () => Promise.resolve() };
  const pages = createOneTimePages({ clock, randomness: systemRandomness }, (ms, work) => due.push({ ms, work }));
  return {
    pages,
    due,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('a page that was drawn', () => {
  it('is given once, at a path that nobody can guess', () => {
    const { pages } = pagesAt();
    const [path, other] = [pages.put(page), pages.put(page)];
    expect(path).toMatch(/^\/drawn\/[\w-]{43}$/);
    expect(other).not.toBe(path);
    expect([pages.take(`${path}x`), pages.take(path), pages.take(path)]).toEqual([null, page, null]);
  });

  it('is given to a frame that a busy machine held up for as long as codes are shown', () => {
    const { pages, pass } = pagesAt();
    const path = pages.put(page);
    pass(60_000);
    expect(pages.take(path)).toBe(page);
  });

  it('is not given when it is asked for too late, and not kept until then', async () => {
    const { pages, due, pass } = pagesAt();
    const [late, forgotten] = [pages.put(page), pages.put(page)];
    await due[1]?.work();
    expect(pages.take(forgotten)).toBeNull();
    pass((due[0]?.ms ?? 0) + 1);
    expect(pages.take(late)).toBeNull();
  });

  it('is gone when nobody is at the counter', () => {
    const { pages } = pagesAt();
    const path = pages.put(page);
    pages.clear();
    expect(pages.take(path)).toBeNull();
  });
});
