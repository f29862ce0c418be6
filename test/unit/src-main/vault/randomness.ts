import { randomBytes, randomUUID } from 'node:crypto';
import type { Randomness } from '../../../../src-main/core/ports.ts';

/** The system's own randomness, for tests in which no value needs to be known beforehand. */
export const systemRandomness: Randomness = {
  uuid: () => randomUUID(),
  bytes: (length) => new Uint8Array(randomBytes(length)),
};
