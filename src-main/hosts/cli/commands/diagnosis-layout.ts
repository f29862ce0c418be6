import { probeOutcomes, scopes, unverifiedReasons } from '../../../../src-shared/contract/codes.ts';
import { clockWords, filled, words } from '../../../../src-shared/words/words.ts';
import type { Diagnosis } from '../../../diagnostics/diagnose.ts';
import type { Finding } from '../../../diagnostics/finding.ts';

type Language = 'ar' | 'en';

/** A diagnosis for a person, in one language: one component in a line, permissions as what they are for. */
export function laidOut(diagnosis: Diagnosis, language: Language): object {
  const says = words[language];
  const { effectiveScopes, missingScopes, clockOffsetMs, partnerId, applicationId, policyVersion } = diagnosis;
  const row = (what: string, signed: string, seen: string, agree: boolean | null): object => ({
    [says['diagnosis.what']]: what,
    [says['diagnosis.signed']]: signed,
    [says['diagnosis.seen']]: seen,
    [says['diagnosis.agreement']]: agree === null ? '' : says[agree ? 'diagnosis.agree' : 'diagnosis.differ'],
  });
  const known: readonly string[] = scopes;
  const unknown = effectiveScopes.filter((scope) => !known.includes(scope));
  return {
    [says['diagnosis.lines']]: [
      ...diagnosis.lines.flatMap(({ name, sent, seen, agree }) =>
        name === 'components'
          ? diagnosis.components.map((line, index) =>
              row(
                filled(says['diagnosis.line.components'], { number: index + 1 }),
                placed(line.name, line.signedAt),
                placed(line.name, line.requiredAt),
                line.agree,
              ),
            )
          : [row(says[`diagnosis.line.${name}`], sent, seen, agree)],
      ),
      row(says['diagnosis.line.partner'], '', partnerId, null),
      row(says['diagnosis.line.application'], '', applicationId, null),
      row(says['diagnosis.line.policy'], '', String(policyVersion), null),
    ],
    [says['diagnosis.permissions']]: [
      ...scopes.map((scope) => [scope, says[`permission.${scope}`]] as const),
      ...unknown.map((scope) => [scope, says['diagnosis.unknownScope']] as const),
    ].map(([scope, lets]) => ({
      [says['diagnosis.scope']]: scope,
      [says['diagnosis.standing']]: says[effectiveScopes.includes(scope) ? 'diagnosis.granted' : 'diagnosis.missing'],
      [says['diagnosis.lets']]: lets,
    })),
    ...(clockOffsetMs === null ? {} : { [says['diagnosis.line.time']]: clockIn(clockOffsetMs, language) }),
    ...(missingScopes.includes('cards:reveal') ? { [says['diagnosis.warning']]: says['enrol.noReveal'] } : {}),
  };
}

/** What the doctor found, for a person. */
export function findingLaidOut(found: Finding, written: string | null, language: Language): object {
  const says = words[language];
  const { cause, changes, fields, evidence, clockOffsetMs } = found;
  const change = changes.map(
    ({ path, from, to }) =>
      `${path}: ${says['diagnosis.change.was']} ${JSON.stringify(from)}; ${says['diagnosis.change.is']} ${JSON.stringify(to)}`,
  );
  return {
    [cause]: `${says[`cause.${cause}.says`]} ${says[`cause.${cause}.next`]}`,
    ...(change.length === 0 ? {} : { [says['diagnosis.change']]: change }),
    ...(written === null ? {} : { [says['diagnosis.written']]: written }),
    ...(fields.length === 0 ? {} : { [says['diagnosis.fields']]: fields }),
    [says['diagnosis.evidence']]: evidence.map(({ kind, facts }) =>
      kind === 'clock'
        ? clockIn(clockOffsetMs ?? 0, language)
        : filled(says[`diagnosis.evidence.${kind}`], { component: '-', ...facts, outcome: outcomeIn(facts, language) }),
    ),
  };
}

function outcomeIn(facts: Finding['evidence'][number]['facts'], language: Language): string {
  const outcome = probeOutcomes.find((known) => known === facts['outcome']);
  if (outcome === undefined) return '';
  const reason = unverifiedReasons.find((known) => known === facts['detail']);
  const component = facts['component'] === undefined ? '' : `: ${String(facts['component'])}`;
  const detail =
    reason === undefined ? String(facts['detail'] ?? '') : `${words[language][`unverified.${reason}`]}${component}`;
  return `${words[language][`diagnosis.outcome.${outcome}`]}${detail === '' ? '' : ` (${detail})`}`;
}

function placed(name: string, at: number | null): string {
  return at === null ? '' : `${String(at)} ${name}`;
}

function clockIn(offsetMs: number, language: Language): string {
  return clockWords(Math.round(offsetMs / 1000), language);
}
