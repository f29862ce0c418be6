import type { Failure } from '../../src-preload/contract/codes.ts';

/** Thrown by a read whose file fails under it. Carries a closed code; the call boundary answers with `failure`. */
export class JournalUnavailable extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.name = 'JournalUnavailable';
    this.failure = failure;
  }
}
