import type { BuildOptions } from 'vite';

/**
 * Of what files the page is: one for what the first screen needs, one for what is read once that was drawn, and one
 * with the styles of both, so that what comes later is dressed when it comes.
 */
export const pageFiles = {
  cssCodeSplit: false,
  modulePreload: false,
  rolldownOptions: {
    output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }, { name: 'rest' }] } },
  },
} satisfies BuildOptions;
