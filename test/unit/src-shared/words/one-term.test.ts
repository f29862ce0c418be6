import { describe, expect, it } from 'vitest';
import { pageMessages } from '../../../../src-shared/words/page-messages.ts';

const { ar, en } = pageMessages;
const entries = <T extends object>(messages: T) => Object.entries(messages) as [keyof T, string][];

/** One word for one thing, and another thing has another. */
describe('one term', () => {
  it('«صلاحية» is a permission: how long something is valid is its «مدة»', () => {
    const keys = entries(ar)
      .filter(([, message]) => message.includes('صلاحية'))
      .map(([key]) => key);
    expect(keys.filter((key) => /valid|expire/i.test(`${key} ${en[key]}`))).toEqual([]);
  });

  it('who wrote something down says so in one way', () => {
    const done = entries(en).filter(([, message]) => message === 'I wrote it down');
    expect(done.length).toBeGreaterThan(1);
    expect(new Set(done.map(([key]) => ar[key]))).toEqual(new Set(['تمت كتابتها']));
  });

  it('money is given back, and no screen has another word for it', () => {
    expect(entries(en).filter(([, message]) => /refund/i.test(message))).toEqual([]);
  });
});
