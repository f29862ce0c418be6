import { expect, it } from 'vitest';
import { Coverage } from './coverage.ts';
import { describe } from './summary.ts';

const violation = { violations: [{ bar: 'after a real kill', what: 'answer-sealed: sold []' }], stories: [] };
const summary = {
  runs: 2,
  seed: 1,
  cpuSeconds: 1,
  coverage: new Coverage(),
  failing: ['--seed 2 --runs 1', '--real-kill answer-sealed'].map((replay) => ({ replay, ...violation })),
};

it('names what failed by the options that bring it about again, a real kill too', () => {
  expect(describe(summary, 12, undefined)).toMatch(
    /^FAILED: --seed 2 --runs 1\n[^]*^FAILED: --real-kill answer-sealed\n {2}after a real kill: /m,
  );
  expect(describe(summary, 1, 'drop-the-seal')).toMatch(
    /^FAILED: --seed 2 --runs 1 --break drop-the-seal\n[^]*^and 1 more: --real-kill answer-sealed$/m,
  );
});
