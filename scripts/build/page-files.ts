import type { BuildOptions } from 'vite';

/**
 * Of what files the page is: one that waits until its frame was painted, one for what the first screen needs, one for
 * what is read once that was drawn, and one with the styles of all, so that what comes later is dressed when it comes.
 */
export const pageFiles = {
  cssCodeSplit: false,
  modulePreload: false,
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [{ name: 'start', tags: ['$initial'] }, { name: 'first', test: /shell\/main\.tsx$/ }, { name: 'rest' }],
      },
    },
  },
} satisfies BuildOptions;
