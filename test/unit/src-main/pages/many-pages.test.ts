import { expect, it } from 'vitest';
import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { createOneTimePages } from '../../../../src-main/pages/one-time-pages.ts';

it('keeps the newest pages of a window that has them drawn and never looks at one', () => {
  const pages = createOneTimePages({ clock: systemClock, randomness: systemRandomness }, () => undefined);
  const page = { html: '<p>', policy: 'sandbox' };
  const paths = Array.from({ length: 10_000 }, () => pages.put(page));
  const kept = paths.map((path) => pages.take(path) !== null);
  expect(kept.filter(Boolean)).toHaveLength(32);
  expect(kept.slice(-32)).not.toContain(false);
});
