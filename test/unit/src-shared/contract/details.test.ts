import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detailed, details, hasDetail } from '../../../../src-shared/contract/details.ts';
import { projectRoot } from '../../../support/project.ts';

describe('a detail that decides something', () => {
  it('is asked for with its code', () => {
    const failure = { ...detailed('codes_unavailable', 'other_cards'), httpStatus: 200 };
    expect(hasDetail(failure, 'codes_unavailable', 'other_cards')).toBe(true);
    expect(hasDetail(failure, 'codes_unavailable', 'purged')).toBe(false);
    expect(hasDetail({ code: 'seal_failed', detail: 'purged' }, 'codes_unavailable', 'purged')).toBe(false);
    expect(hasDetail(null, 'answer_unverified', 'stale')).toBe(false);
  });

  it('is neither compared nor made as mere text anywhere, so that the compiler knows each', () => {
    const listed: readonly string[] = Object.values(details).flat();
    const asText = new RegExp(
      `\\bdetail\\)?\\s*[!=]==\\s*'|\\{ code: '(${Object.keys(details).join('|')})', detail: '(${listed.join('|')})'`,
    );
    const files = globSync('src-{main,renderer,shared,preload}/**/*.{ts,tsx}', { cwd: projectRoot });
    const lines = files.flatMap((file) =>
      readFileSync(join(projectRoot, file), 'utf8')
        .split('\n')
        .filter((line) => asText.test(line) && !/\bdetail [!=]== ''/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(lines).toEqual([]);
  });
});
