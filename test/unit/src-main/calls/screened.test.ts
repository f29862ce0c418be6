import { describe, expect, it } from 'vitest';

import { screened } from '../../../../src-main/calls/screened.ts';

const ok = (value: object) => Promise.resolve({ ok: true, value });

describe('the protection of the screen', () => {
  it.each([
    ['is on before the page with the codes is known', { frame: '/drawn/1', cards: [] }, [true]],
    ['is on before the recovery phrase is known', { phrase: '7K2M-Q9XD' }, [true]],
    ['stays as it is for an order, whose codes are masked', { state: 'completed', codes: [] }, []],
    ['stays as it is for anything else', { copied: true }, []],
  ])('%s', async (_what, value, protectedBy) => {
    const turned: boolean[] = [];
    expect(await screened({ call: () => ok(value) }, (on) => turned.push(on)).call()).toEqual({ ok: true, value });
    expect(turned).toEqual(protectedBy);
  });

  it('stays as it is where the codes are refused, and is left out where a host has none', async () => {
    const turned: boolean[] = [];
    const refusing = { call: () => Promise.resolve({ ok: false, error: { code: 'codes_unavailable' } }) };
    await screened(refusing, (on) => turned.push(on)).call();
    expect(turned).toEqual([]);
    expect(screened(refusing, undefined)).toBe(refusing);
  });
});
