import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { detailed, detailedAsRecorded, details, hasDetail } from '../../../../src-shared/contract/details.ts';
import { projectRoot } from '../../../support/project.ts';

describe('a detail that decides something', () => {
  it('is asked for with its code', () => {
    const failure = { ...detailed('codes_unavailable', 'other_cards'), httpStatus: 200 };
    expect(hasDetail(failure, 'codes_unavailable', 'other_cards')).toBe(true);
    expect(hasDetail(failure, 'codes_unavailable', 'purged')).toBe(false);
    expect(hasDetail({ code: 'seal_failed', detail: 'purged' }, 'codes_unavailable', 'purged')).toBe(false);
    expect(hasDetail(null, 'answer_unverified', 'stale')).toBe(false);
  });

  it('takes the details of its code alone, as the compiler sees it', () => {
    expectTypeOf<Parameters<typeof detailed<'print_failed'>>[1]>().toEqualTypeOf<
      'not_drawn' | 'printer_gone' | 'refused'
    >();
    expectTypeOf<Parameters<typeof hasDetail<'role_required'>>[2]>().toEqualTypeOf<'cashier' | 'manager'>();
  });

  it('may be one of another version where the records say it', () => {
    expect(detailedAsRecorded('codes_unavailable', 'unknown_key')).toEqual({
      code: 'codes_unavailable',
      detail: 'unknown_key',
    });
  });

  const files = globSync('src-{main,renderer,shared,preload}/**/*.{ts,tsx}', { cwd: projectRoot });
  const texts = files.map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')] as const);

  it('is nowhere compared as mere text, so that the compiler knows each', () => {
    const compared = /\bdetail\)?\s*[!=]==\s*'[^']/;
    expect(texts.filter(([, text]) => compared.test(text)).map(([file]) => file)).toEqual([]);
  });

  it.each(Object.keys(details))('of %s is nowhere made as mere text', (code) => {
    // The details of a journal are SQLite's and the system's too: of those only what is listed is made here.
    const ofJournal = code === 'journal_corrupt' || code === 'journal_not_writable' ? details[code] : null;
    const listed = ofJournal === null ? '\\b' : `: '(${ofJournal.join('|')})'`;
    const made = new RegExp(`code: '${code}',\\s*(field: [^,]*,\\s*)?detail${listed}`);
    expect(texts.filter(([, text]) => made.test(text)).map(([file]) => file)).toEqual([]);
  });
});
