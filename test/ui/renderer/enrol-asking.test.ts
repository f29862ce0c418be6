import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const start = { mode: 'deployment', enrolment: { state: 'none' } } as const;

describe.each(languageCodes)('a setup that is under way, in %s,', (language) => {
  it('says beside its button what is going on, until there is an answer', async () => {
    await withCounter({ language, double: { start, held: ['enrolment.begin'] } }, async (counter) => {
      await counter.page.getByLabel(counter.words('enrol.invitation')).fill('0f9c2b1e-1111-4222-8333-444455556666');
      await counter.page.getByLabel(counter.words('enrol.token')).fill('a-token');
      expect(await counter.text('enrol.asking').count()).toBe(0);
      await counter.button('enrol.submit').click();
      await counter.text('enrol.asking').waitFor();
      await counter.letGo();
      await counter.text('enrol.asking').waitFor({ state: 'detached' });
    });
  });
});
