import { readFileSync } from 'node:fs';

import { scopes } from '../../../../src-preload/contract/codes.ts';
import { durationWords, words } from '../../../../src-preload/contract/words.ts';
import { changedText } from '../../../deployment/change.ts';
import type { Diagnosis } from '../../../doctor/diagnose.ts';
import type { Examination } from '../../../doctor/examination.ts';
import { usualLimits } from '../../../doctor/surgery.ts';
import { writeFileAtomically } from '../../../files/atomic-write.ts';
import { invalid } from '../arguments.ts';
import { languageOf } from '../context.ts';
import type { CliContext } from '../context.ts';
import { done, failed } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import type { Command } from './command.ts';

type Language = 'ar' | 'en';

export const diagnose: Command = {
  usage: '[cause [--write FILE]]',
  does: 'lays what was signed beside what the service saw, with the permissions in force; cause looks for what keeps calls from being accepted, --write applies the change that it names',
  options: ['write'],
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
      context.say(`at most ${String(usualLimits.calls)} calls without effect, a second apart`);
      return examined(context, await counter.value.doctor.examine(), language.value);
    }
    const diagnosis = await counter.value.diagnose();
    if (diagnosis.ok) return { ...done(diagnosis.value), shown: laidOut(diagnosis.value, language.value) };
    if (diagnosis.error.code === 'invalid_credentials' || diagnosis.error.code === 'answer_unverified') context.say('diagnose cause looks for what keeps it from being accepted');
    return failed(diagnosis.error);
  },
};

/** The same for a person: one component in a line, permissions as what they are for. */
function laidOut(diagnosis: Diagnosis, language: Language): object {
  const { effectiveScopes, missingScopes, clockOffsetMs } = diagnosis;
  const rows = diagnosis.lines.flatMap(({ name, sent, seen, agree }) => (name === 'components' ? components(diagnosis) : [{ what: name, signed: sent, seen, agree }]));
  return {
    lines: [
      ...rows,
      ...[['partner', diagnosis.partnerId], ['application', diagnosis.applicationId], ['policy version', String(diagnosis.policyVersion)]].map(([what, seen]) => ({ what, signed: '', seen, agree: true })),
    ],
    permissions: scopes.map((scope) => ({ permission: scope, granted: effectiveScopes.includes(scope), lets: words[language][`permission.${scope}`] })),
    ...(clockOffsetMs === null ? {} : { clock: clockInWords(clockOffsetMs, language) }),
    ...(missingScopes.includes('cards:reveal') ? { warning: 'without cards:reveal codes are lost where the first answer is' } : {}),
    request: diagnosis.requestId,
  };
}

function components({ components: covered }: Diagnosis): object[] {
  const place = (name: string, at: number | null): string => (at === null ? '' : `${String(at)} ${name}`);
  return covered.map(({ name, signedAt, requiredAt, agree }, index) => ({ what: `component ${String(index + 1)}`, signed: place(name, signedAt), seen: place(name, requiredAt), agree }));
}

function clockInWords(offsetMs: number, language: Language): string {
  const seconds = Math.round(offsetMs / 1000);
  if (Math.abs(seconds) < 2) return 'as the service\'s';
  return `${durationWords(seconds, language)} ${seconds > 0 ? 'behind' : 'ahead of'} the service`;
}

/** With `--write` the change goes into a file of its own, the one in use among them: naming it is the confirmation. */
function examined({ args }: CliContext, found: Examination, language: Language): Outcome {
  const { cause, changes, fields, evidence, calls, clockOffsetMs } = found;
  const file = args.text('write');
  if (file !== null && changes.length > 0) {
    const text = changedText(readFileSync(args.text('deployment') ?? '', 'utf8'), changes);
    if (!text.ok) return failed({ code: 'profile_invalid', field: 'deployment' });
    if (!writeFileAtomically(file, new TextEncoder().encode(text.value)).ok) return failed(invalid('write').error);
  }
  const written = changes.length > 0 ? file : null;
  return {
    ...done({ ...found, written }),
    shown: {
      cause, says: words[language][`cause.${cause}.says`], next: words[language][`cause.${cause}.next`],
      ...(changes.length === 0 ? {} : { change: changes.map(({ path, from, to }) => ({ path, from: JSON.stringify(from), to: JSON.stringify(to) })) }),
      ...(fields.length === 0 ? {} : { 'in question': fields }),
      evidence: evidence.map(({ kind, facts }) => ({ evidence: kind, facts: Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`).join(', ') })),
      ...(clockOffsetMs === null ? {} : { clock: clockInWords(clockOffsetMs, language) }),
      calls, written,
    },
  };
}
