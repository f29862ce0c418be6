import { describe, expect, it } from 'vitest';
import { readBoolean, readInteger, unreadableMember } from '../../../../../src-main/partner-api/operations/record.ts';

describe('what makes an entry unreadable', () => {
  const required = { id: readInteger, available: readBoolean };

  it.each([
    ['id', {}],
    ['id', { id: '1', available: 1 }],
    ['available', { id: 1 }],
    ['available', { id: 1, available: null }],
    ['entry', null],
    ['entry', [1]],
    ['entry', { id: 1, available: true }],
  ])('is its %s: %j', (name, entry) => {
    expect(unreadableMember(entry, required)).toBe(name);
  });
});
