import { expect, it } from 'vitest';
import { bundleText } from '../../../../src-main/support-log/bundle.ts';

it('one file holds the version, the last diagnosis and the log', () => {
  const search = { cause: 'clock', changes: [], fields: [], evidence: [], calls: 3, clockOffsetMs: 90_000 } as const;
  const parts = { version: '0.1.0', madeAt: '2026-11-24T08:00:00.000Z', look: null, log: 'the log\n' };
  const text = bundleText({
    ...parts,
    search: { ...search, changes: [], fields: [], evidence: [], applicable: false },
  });
  expect(text.split('\n')[0]).toBe('Counterfoil 0.1.0, saved 2026-11-24T08:00:00.000Z');
  expect(text).toContain('none since the counter was started');
  expect(text).toContain('"cause": "clock"');
  expect(text.endsWith('== Log ==\nthe log\n')).toBe(true);
});
