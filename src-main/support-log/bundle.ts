import type { CallOutput } from '../../src-shared/contract/schemas.ts';

export interface BundleParts {
  readonly version: string;
  readonly madeAt: string;
  /** What a diagnosis last laid side by side, and what a search last found. */
  readonly look: CallOutput<'diagnosis', 'run'> | null;
  readonly search: CallOutput<'diagnosis', 'search'> | null;
  readonly log: string;
}

/** One file for whoever helps: the last diagnosis, as its screen shows it, then the log. In English, as logs are. */
export function bundleText({ version, madeAt, look, search, log }: BundleParts): string {
  return [
    `Counterfoil ${version}, saved ${madeAt}`,
    '',
    section('Diagnosis: what the service sees', look),
    section('Diagnosis: the cause', search),
    '== Log ==',
    log,
  ].join('\n');
}

function section(title: string, found: object | null): string {
  return `== ${title} ==\n${found === null ? 'none since the counter was started' : JSON.stringify(found, null, 2)}\n`;
}
