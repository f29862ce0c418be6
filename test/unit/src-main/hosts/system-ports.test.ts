import { describe, expect, it } from 'vitest';
import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';

describe('the system clock', () => {
  it('sleeps at least as long as it was asked to', async () => {
    const before = systemClock.monotonicMs();
    await systemClock.sleep(30);
    expect(systemClock.monotonicMs() - before).toBeGreaterThanOrEqual(29);
  });

  it('wakes early when the signal aborts', async () => {
    const abort = new AbortController();
    const slept = systemClock.sleep(60_000, abort.signal);
    abort.abort();
    await expect(slept).resolves.toBeUndefined();
  });

  it('does not sleep at all on a signal that aborted before', async () => {
    await expect(systemClock.sleep(60_000, AbortSignal.abort())).resolves.toBeUndefined();
  });
});

describe('the system randomness', () => {
  it('gives lower-case version 4 identifiers that differ', () => {
    const [one, other] = [systemRandomness.uuid(), systemRandomness.uuid()];
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(one).not.toBe(other);
  });

  it('gives as many bytes as asked', () => {
    expect(systemRandomness.bytes(12)).toHaveLength(12);
    expect(systemRandomness.bytes(32)).not.toEqual(new Uint8Array(32));
  });
});
