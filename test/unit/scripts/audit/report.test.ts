import { expect, it } from 'vitest';
import { exitCodeOf, reportOf, type Finding } from '../../../../scripts/audit/report.ts';

const finding = (outcome: Finding['outcome']): Finding => ({
  question: `A ${outcome} one`,
  outcome,
  says: ['So it is.'],
});

it('says each question with what came of it', () => {
  expect(reportOf([finding('good'), finding('bad'), finding('unasked')])).toBe(
    'ok  A good one\n      So it is.\nBAD A bad one\n      So it is.\n?   A unasked one\n      So it is.\n',
  );
});

it('ends with 0 only where all was asked and is well, with 1 where something is bad, else with 3', () => {
  const code = (...outcomes: readonly Finding['outcome'][]): number => exitCodeOf(outcomes.map(finding));
  expect([code('good'), code('good', 'unasked'), code('unasked', 'bad'), code('bad')]).toEqual([0, 3, 1, 1]);
});
