/** A weakness that the registry knows of a package in the lock file. */
export interface Advisory {
  readonly name: string;
  readonly severity: string;
  readonly title: string;
  readonly address: string;
}

/** The advisories in what `npm audit --json` prints; null where it could not ask. */
export function advisoriesIn(report: unknown): readonly Advisory[] | null {
  if (!isRecord(report) || report['auditReportVersion'] !== 2 || !isRecord(report['vulnerabilities'])) return null;
  const found = Object.entries(report['vulnerabilities']).flatMap(([name, each]) =>
    isRecord(each) && Array.isArray(each['via'])
      ? (each['via'] as unknown[]).map((via) => advisoryOf(name, via))
      : [unreadable(name)],
  );
  // A package that is named only for what it depends on stands there as a name.
  return found.filter((each) => each !== null);
}

function advisoryOf(name: string, via: unknown): Advisory | null {
  if (!isRecord(via)) return typeof via === 'string' ? null : unreadable(name);
  const text = (member: string): string => (typeof via[member] === 'string' ? via[member] : 'not said');
  return { name, severity: text('severity'), title: text('title'), address: text('url') };
}

/** Whatever the registry means by it, somebody has to look. */
function unreadable(name: string): Advisory {
  return { name, severity: 'not said', title: 'not said', address: 'not said' };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
