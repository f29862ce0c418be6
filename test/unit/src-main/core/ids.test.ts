import { describe, expect, it } from 'vitest';
import { isUuid, parseId } from '../../../../src-main/core/ids.ts';

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('an id', () => {
  it('is a lower-case UUID with hyphens', () => {
    expect(parseId(uuid)).toBe(uuid);
    expect(isUuid(uuid)).toBe(true);
  });

  it.each([
    uuid.toUpperCase(),
    uuid.replaceAll('-', ''),
    `{${uuid}}`,
    `${uuid}\n`,
    ` ${uuid}`,
    uuid.slice(1),
    `${uuid}0`,
    uuid.replace('f', 'g'),
    '',
  ])('is not %j', (text) => {
    expect(parseId(text)).toBeNull();
    expect(isUuid(text)).toBe(false);
  });
});
