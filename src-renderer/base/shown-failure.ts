import type { OrderView } from '../../src-shared/contract/schemas.ts';

/** A failure as it comes over the channel, where an absent member may also be undefined. */
export type ShownFailure = NonNullable<OrderView['refusal']>;
