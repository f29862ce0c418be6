import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const off = { clockOffsetSeconds: -18_000 };

describe.each(languageCodes)('a clock that is off, in %s,', (language) => {
  it.each([
    ['before the setup', { mode: 'deployment', enrolment: { state: 'none' } }, 'sellsNot'],
    ['while staff are waited for', { mode: 'deployment', enrolment: { state: 'awaitingActivation' } }, 'sellsNot'],
    ['once it is set up', {}, 'sells'],
  ] as const)('is said %s with what can be done', async (_, start, says) => {
    await withCounter({ language, double: { start: { ...start, ...off } } }, async (counter) => {
      const band = counter.page.locator('.banner--clock');
      await band.waitFor();
      expect(await band.textContent()).toContain(counter.words(`clock.${says}`));
    });
  });
});
