import { expect, it } from 'vitest';
import { commands as arabic } from '../../../../src-shared/words/ar/commands.ts';
import { commands as english } from '../../../../src-shared/words/en/commands.ts';

/** What a tired person understands at the first reading; help has its parts between semicolons. */
const mostWords = 25;

it.each(Object.entries({ en: english, ar: arabic }))(
  `the help of the command line in %s has no part of more than ${mostWords} words`,
  (_, commands) => {
    const parts = Object.values<string>(commands).flatMap((does) => does.split(/[;؛]\s|(?<=[.?!؟])\s/));
    expect(parts.filter((part) => part.split(/\s+/).length > mostWords)).toEqual([]);
  },
);
