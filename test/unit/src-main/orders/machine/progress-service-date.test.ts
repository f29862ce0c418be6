import { describe, expect, it } from 'vitest';
import { serviceDateSeconds } from '../../../../../src-main/orders/machine/progress.ts';

describe('the date of a request, in seconds', () => {
  it.each([
    ['2026-11-22T07:08:09Z', 1_795_331_289],
    ['2026-11-22T07:08:09.001Z', 1_795_331_290],
    ['Sun, 22 Nov 2026 07:08:09 GMT', 1_795_331_289],
    ['1795331289', 1_795_331_289],
    ['1795331289000', 1_795_331_289],
    ['1795331289001', 1_795_331_290],
  ])('is read from %s, rounded up', (text, seconds) => {
    expect(serviceDateSeconds([['x-service-date', text]])).toBe(seconds);
    expect(
      serviceDateSeconds([
        ['Nonce', 'n'],
        ['X-Service-Date', text],
      ]),
    ).toBe(seconds);
  });

  it.each(['17953312890', '179533128900', '17953312890001', 'x1795331289', '1795331289x', 'x1795331289000'])(
    'is none in %s, which is no time of any form',
    (text) => {
      expect(serviceDateSeconds([['X-Service-Date', text]])).toBeNull();
    },
  );

  it('is none where it is absent or no date', () => {
    for (const headers of [
      [],
      [['X-Service-Date', '']],
      [['X-Service-Date', 'soon']],
      [['Date', '1795331289']],
    ] as const)
      expect(serviceDateSeconds(headers.map(([name, value]) => [name, value] as const))).toBeNull();
  });

  it('is read without the space around it', () => {
    expect(serviceDateSeconds([['X-Service-Date', ' 1795331289 ']])).toBe(1_795_331_289);
  });
});
