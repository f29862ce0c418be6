import type { OrderState } from '../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import type { Tone } from '../../ui/badge.tsx';
import { countedAs } from './order-words.ts';
import { isUnsettled } from './orders-store.ts';

export const tones: Readonly<Record<OrderState, Tone>> = {
  intended: 'wait',
  unknown: 'wait',
  accepted: 'wait',
  blocked: 'bad',
  waiting: 'wait',
  settling: 'wait',
  completed: 'good',
  failed: 'neutral',
  refused: 'neutral',
  cancelled: 'neutral',
  notBought: 'neutral',
  attention: 'bad',
};

/**
 * Green only where nothing is left to do, by the service's word: bought codes that are not handed over are not green,
 * nor is what a person counted as bought.
 */
export function toneOf(order: OrderView): Tone {
  if (countedAs(order) !== null) return 'neutral';
  const tone = tones[order.state];
  return tone === 'good' && isUnsettled(order) ? 'accent' : tone;
}
