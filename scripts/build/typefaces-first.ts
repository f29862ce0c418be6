import type { Plugin } from 'vite';

/** Those of the two scripts that every screen has: each names the other language in its own. */
const onEveryScreen = /vazirmatn-(?:latin|arabic)-wght-normal-[\w-]+\.woff2$/;

/**
 * Has the page ask for its typefaces at once, beside its script: the first text is drawn in them. By itself it asks for
 * them once it has laid out a text.
 */
export function typefacesFirst(): Plugin {
  return {
    name: 'typefaces-first',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => onEveryScreen.test(name))
          .map((name) => ({
            tag: 'link',
            // A typeface is asked for without credentials, and is asked for again where the hint was of another kind.
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${name}` },
            injectTo: 'head' as const,
          })),
    },
  };
}
