import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { drawPage, escaped } from '../../../../src-main/pages/page.ts';

it('has nothing that runs, no origin, and only the style that it was drawn with', () => {
  const { html, policy } = drawPage({ language: 'ar', title: 'a < b', style: 'p { color: red }', body: '<p>' });
  expect(html).toBe(
    '<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><title>a &lt; b</title><style>p { color: red }</style></head><body><p></body></html>',
  );
  const hash = createHash('sha256').update('p { color: red }').digest('base64');
  expect(policy).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; ` +
      `base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox`,
  );
});

it('takes every text as text', () => {
  expect(escaped(`<img src=x onerror='a("b")'>&amp;`)).toBe(
    '&lt;img src=x onerror=&#39;a(&quot;b&quot;)&#39;&gt;&amp;amp;',
  );
});
