import type { Plugin } from 'vite';

/**
 * What the page would find out late that it needs: its typefaces once it has laid out a text, and what all scripts
 * share once the script of the first screen was read, when main is busy. Each script names the other language in its
 * own letters, so both typefaces are on every screen.
 */
const needed = [
  // A typeface is asked for without credentials, and is asked for again where the hint was of another kind.
  {
    name: /vazirmatn-(?:latin|arabic)-wght-normal-[\w-]+\.woff2$/,
    attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' },
  },
  { name: /rolldown-runtime-[\w-]+\.js$/, attrs: { rel: 'modulepreload' } },
];

/** Has the page ask for them at once, beside its script. */
export function askedFirst(): Plugin {
  return {
    name: 'asked-first',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        needed.flatMap(({ name, attrs }) =>
          Object.keys(bundle)
            .filter((file) => name.test(file))
            .map((file) => ({ tag: 'link', attrs: { ...attrs, href: `./${file}` }, injectTo: 'head' as const })),
        ),
    },
  };
}
