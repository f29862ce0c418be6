/** What came of one question. `unasked`: nobody could be asked, so nothing is known. */
export interface Finding {
  readonly question: string;
  readonly outcome: 'good' | 'bad' | 'unasked';
  readonly says: readonly string[];
}

const marks = { good: 'ok  ', bad: 'BAD ', unasked: '?   ' } as const;

export function reportOf(findings: readonly Finding[]): string {
  return findings
    .map(({ question, outcome, says }) => [`${marks[outcome]}${question}`, ...says.map((each) => `      ${each}`)])
    .flat()
    .map((line) => `${line}\n`)
    .join('');
}

/** 0: all was asked and is well. 1: something is not. 3: nothing bad is known, but not everything could be asked. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 3 {
  if (findings.some(({ outcome }) => outcome === 'bad')) return 1;
  return findings.some(({ outcome }) => outcome === 'unasked') ? 3 : 0;
}
