import { readFileSync } from 'node:fs';
import type { FailureCode } from '../../../../src-shared/contract/codes.ts';
import { words } from '../../../../src-shared/words/words.ts';
import { changedText } from '../../../deployment/change.ts';
import type { Examination } from '../../../diagnostics/examination.ts';
import { writeFileAtomically } from '../../../files/atomic-write.ts';
import { invalid } from '../arguments.ts';
import { languageOf, type CliContext } from '../context.ts';
import { done, failed, type Outcome } from '../outcome.ts';
import type { Command } from './command.ts';
import { examinationLaidOut, laidOut } from './diagnosis-layout.ts';

/** Failures whose cause the doctor can look for. */
const hinted: readonly FailureCode[] = ['invalid_credentials', 'answer_unverified', 'clock_off'];

export const diagnose: Command = {
  usage: '[cause [--try-forms] [--write FILE]]',
  does: 'shows what was signed beside what the service saw, and the permissions; cause searches for why the service refuses, --try-forms lets it try other forms, --write applies the change that it names',
  options: ['write', 'try-forms'],
  words: { from: 0, to: 1 },
  run: async (context) => {
    const { args } = context;
    const [word] = args.words;
    if (word !== undefined && word !== 'cause') return failed(invalid('diagnose').error);
    if (args.text('write') !== null && word === undefined) return failed(invalid('write').error);
    const language = languageOf(args);
    const counter = await context.counter();
    if (!language.ok) return failed(language.error);
    if (!counter.ok) return failed(counter.error);
    if (word === 'cause') {
      context.say(words[language.value]['diagnosis.searching']);
      return examined(
        context,
        await counter.value.doctor.examine({ tryForms: args.flag('try-forms') }),
        language.value,
      );
    }
    const diagnosis = await counter.value.diagnose();
    if (diagnosis.ok) return { ...done(diagnosis.value), shown: laidOut(diagnosis.value, language.value) };
    if (hinted.includes(diagnosis.error.code)) context.say(words[language.value]['diagnosis.hint']);
    return failed(diagnosis.error);
  },
};

/** With `--write` the change goes into a file of its own, the one in use among them: naming it is the confirmation. */
function examined({ args }: CliContext, found: Examination, language: 'ar' | 'en'): Outcome {
  const { changes } = found;
  const file = args.text('write');
  if (file !== null && changes.length > 0) {
    const text = changedText(readFileSync(args.text('deployment') ?? '', 'utf8'), changes);
    if (!text.ok) return failed({ code: 'profile_invalid', field: 'deployment' });
    if (!writeFileAtomically(file, new TextEncoder().encode(text.value)).ok) return failed(invalid('write').error);
  }
  const written = changes.length > 0 ? file : null;
  return { ...done({ ...found, written }), shown: examinationLaidOut(found, written, language) };
}
