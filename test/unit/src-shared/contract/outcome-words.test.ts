import { expect, it } from 'vitest';
import { outcomeWords } from '../../../../src-shared/contract/outcome-words.ts';
import { terminalText } from '../../../../src-shared/words/main-text.ts';

const text = terminalText('en');
const put = (name: string): string => `<${name}>`;

it.each([
  [{}, ''],
  [{ outcome: 'refused' }, 'the signature was refused'],
  [{ outcome: 'accepted', detail: 'replay_detected' }, 'the signature was accepted (<replay_detected>)'],
  [{ outcome: 'unbelieved', detail: 'stale' }, `the answer could not be verified (${text('unverified.stale')})`],
  [
    { outcome: 'unbelieved', detail: 'not_bound', component: '@path;req' },
    'the answer could not be verified (it does not belong to our attempt: <@path;req>)',
  ],
])('how a call went, with why and with names as they are put: %j', (facts, said) => {
  expect(outcomeWords(facts, text, put)).toBe(said);
});
