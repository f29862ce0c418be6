import { describe, expect, it } from 'vitest';
import { isCommand } from '../../../../../../src-main/hosts/cli/commands/table.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { failed } from '../../../../../../src-main/hosts/cli/terminal/command-outcome.ts';
import { failureWords } from '../../../../../../src-main/hosts/cli/terminal/failure-words.ts';
import { counterCodes, refusalCodes, type Failure } from '../../../../../../src-shared/contract/codes.ts';
import { details } from '../../../../../../src-shared/contract/details.ts';
import { languageCodes } from '../../../../../../src-shared/words/languages.ts';
import { mainMessages } from '../../../../../../src-shared/words/main-messages.ts';
import { terminalText } from '../../../../../../src-shared/words/main-text.ts';

const codes = [...refusalCodes, ...counterCodes];
/** What only the screens have: the name of an area of theirs, a marked field, a list to choose from. */
const ofScreens = /[“”«»]|marked field|from the list|enter their PIN here|Choose your name/;
/** The way out is said by what found them, or the usage follows, or there is none. */
const withoutStep = ['input_invalid', 'not_allowed', 'vault_missing', 'vault_damaged', 'journal_corrupt'];

describe.each(languageCodes)('what the command line says in %s', (language) => {
  const said = (failure: Failure): string[] => failureWords(failure).map((key) => terminalText(language)(key));

  it.each(codes)('of %s is a sentence, and what to do', (code) => {
    const sentences = said({ code, httpStatus: 400 });
    expect(sentences).toHaveLength(withoutStep.includes(code) ? 1 : 2);
    for (const sentence of sentences) expect(sentence).toMatch(/.{10}[.?]$/);
    expect(sentences.join('\n')).not.toMatch(ofScreens);
    expect(failed({ code }).exit).toBeGreaterThan(0);
  });

  it('of a failure with a detail is at least a sentence', () => {
    for (const [code, all] of Object.entries(details))
      for (const detail of all) {
        const known = codes.find((each) => each === code);
        expect(known === undefined ? [] : said({ code: known, detail }), `${code} ${detail}`).not.toEqual([]);
      }
  });

  it('names commands and options that there are', () => {
    const words = Object.entries(mainMessages[language]).filter(([key]) => /^cli\.(next|says)\./.test(key));
    for (const [key, sentence] of words) {
      const commands = [...sentence.matchAll(/"([a-z-]+)[^"]*"/g)].map(([, name = '']) => name);
      for (const name of commands) expect(name === 'counter' || isCommand(name), `${key}: ${name}`).toBe(true);
      for (const [, name] of sentence.matchAll(/--([a-z-]+)/g)) {
        const known = [[`--${name}`], [`--${name}`, 'x']].some((line) => readArguments(line).ok);
        expect(known || name === 'help', `${key}: --${name}`).toBe(true);
      }
    }
  });
});

it('a backup that is damaged is not called the journal', () => {
  expect(failureWords({ code: 'journal_corrupt', field: 'file' })).toEqual(['cli.says.backup', 'cli.next.backup']);
});

it.each(['proofForm', 'restart', 'activation', 'answer_lost'])(
  'an enrolment that waits (%s) has no second advice beside its own',
  (detail) => {
    for (const code of ['key_duplicate', 'key_proof_invalid', 'not_active', 'invitation_invalid'] as const)
      expect(failureWords({ code, detail })).toEqual([`failure.${code}.says`]);
  },
);
