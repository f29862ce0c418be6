import { scopes } from '../../../../src-shared/contract/codes.ts';
import { outcomeWords } from '../../../../src-shared/contract/outcome-words.ts';
import { clockWords } from '../../../../src-shared/words/clock-words.ts';
import type { Diagnosis } from '../../../diagnostics/diagnose.ts';
import type { Finding } from '../../../diagnostics/finding.ts';
import type { CliContext } from '../terminal/context.ts';

/** Whoever reads it. */
type Reader = Pick<CliContext, 'text' | 'language'>;

/** A diagnosis for a person, in one language: one component in a line, permissions as what they are for. */
export function laidOut(diagnosis: Diagnosis, reader: Reader): object {
  const { text } = reader;
  const { effectiveScopes, missingScopes, clockOffsetMs, partnerId, applicationId, policyVersion } = diagnosis;
  const row = (what: string, signed: string, seen: string, agree: boolean | null): object => ({
    [text('diagnosis.what')]: what,
    [text('diagnosis.signed')]: signed,
    [text('diagnosis.seen')]: seen,
    [text('diagnosis.agreement')]: agree === null ? '' : text(agree ? 'diagnosis.agree' : 'diagnosis.differ'),
  });
  const known: readonly string[] = scopes;
  const unknown = effectiveScopes.filter((scope) => !known.includes(scope));
  return {
    [text('diagnosis.lines')]: [
      ...diagnosis.lines.flatMap(({ name, sent, seen, agree }) =>
        name === 'components'
          ? diagnosis.components.map((line, index) =>
              row(
                text('diagnosis.line.components', { number: index + 1 }),
                numbered(line.name, line.signedAt),
                numbered(line.name, line.requiredAt),
                line.agree,
              ),
            )
          : [row(text(`diagnosis.line.${name}`), sent, seen, agree)],
      ),
      row(text('diagnosis.line.partner'), '', partnerId, null),
      row(text('diagnosis.line.application'), '', applicationId, null),
      row(text('diagnosis.line.policy'), '', String(policyVersion), null),
    ],
    [text('diagnosis.permissions')]: [
      ...scopes.map((scope) => [scope, text(`permission.${scope}`)] as const),
      ...unknown.map((scope) => [scope, text('diagnosis.unknownScope')] as const),
    ].map(([scope, lets]) => ({
      [text('diagnosis.scope')]: scope,
      [text('diagnosis.status')]: text(effectiveScopes.includes(scope) ? 'diagnosis.granted' : 'diagnosis.missing'),
      [text('diagnosis.lets')]: lets,
    })),
    ...(clockOffsetMs === null ? {} : { [text('diagnosis.line.time')]: clockIn(clockOffsetMs, reader) }),
    ...(missingScopes.includes('cards:reveal') ? { [text('diagnosis.warning')]: text('enrol.noReveal') } : {}),
  };
}

/** What the diagnostics found, for a person. */
export function findingLaidOut(found: Finding, written: string | null, reader: Reader): object {
  const { text } = reader;
  const { cause, changes, fields, evidence, clockOffsetMs } = found;
  const change = changes.map(
    ({ path, from, to }) =>
      `${path}: ${text('diagnosis.change.was')} ${JSON.stringify(from)}; ` +
      `${text('diagnosis.change.is')} ${JSON.stringify(to)}`,
  );
  return {
    [cause]: `${text(`cause.${cause}.says`)} ${text(`cause.${cause}.next`)}`,
    ...(change.length === 0 ? {} : { [text('diagnosis.change')]: change }),
    ...(written === null ? {} : { [text('diagnosis.written')]: written }),
    ...(fields.length === 0 ? {} : { [text('diagnosis.fields')]: fields }),
    [text('diagnosis.evidence')]: evidence.map(({ kind, facts }) =>
      kind === 'clock'
        ? clockIn(clockOffsetMs ?? 0, reader)
        : text(`diagnosis.evidence.${kind}`, { component: '-', ...facts, outcome: outcomeWords(facts, text) }),
    ),
  };
}

function numbered(name: string, at: number | null): string {
  return at === null ? '' : `${String(at)} ${name}`;
}

function clockIn(offsetMs: number, { text, language }: Reader): string {
  return clockWords(Math.round(offsetMs / 1000), text, language);
}
