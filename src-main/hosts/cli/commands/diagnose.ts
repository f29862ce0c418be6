import type { FailureCode } from '../../../../src-shared/contract/codes.ts';
import { changedText } from '../../../deployment/change.ts';
import type { Finding } from '../../../diagnostics/finding.ts';
import { replaceGivenFile } from '../../../files/atomic-write.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';
import { findingLaidOut, laidOut } from './diagnosis-layout.ts';

/** Failures whose cause the diagnostics can look for. */
const hinted: readonly FailureCode[] = ['invalid_credentials', 'answer_unverified', 'clock_off'];

export const diagnose: Command = {
  usage: '[cause [--try-forms] [--write FILE]]',
  options: ['write', 'try-forms'],
  words: { from: 0, to: 1 },
  roles: null,
  run: async (context) => {
    const { args } = context;
    const [word] = args.words;
    if (word !== undefined && word !== 'cause') return failed(invalid('diagnose').error);
    if (args.text('write') !== null && word === undefined) return failed(invalid('write').error);
    const counter = await context.counter();
    if (!counter.ok) return failed(counter.error);
    if (word === 'cause') {
      context.say(context.text('diagnosis.searching'));
      return takeFinding(context, await counter.value.diagnostics.findCause({ tryForms: args.flag('try-forms') }));
    }
    const diagnosis = await counter.value.diagnose();
    if (diagnosis.ok) return { ...done(diagnosis.value), shown: laidOut(diagnosis.value, context) };
    if (hinted.includes(diagnosis.error.code)) context.say(context.text('diagnosis.hint'));
    return failed(diagnosis.error);
  },
};

/** With `--write` the change goes into a file of its own, the one in use among them: naming it is the confirmation. */
async function takeFinding(context: CliContext, found: Finding): Promise<CommandOutcome> {
  const { args } = context;
  const { changes } = found;
  const file = args.text('write');
  if (file !== null && changes.length > 0) {
    const named = await context.deploymentFile();
    if (!named.ok) return failed(named.error);
    const text = changedText(named.value.text, changes);
    if (!text.ok) return failed({ code: 'profile_invalid', field: 'deployment' });
    if (!replaceGivenFile(file, new TextEncoder().encode(text.value)).ok) return failed(invalid('write').error);
    if (named.value.signer !== null) context.say(context.text('cli.profile.unsigned'));
  }
  const written = changes.length > 0 ? file : null;
  return { ...done({ ...found, written }), shown: findingLaidOut(found, written, context) };
}
