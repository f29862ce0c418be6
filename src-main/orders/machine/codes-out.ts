import type { Order, Print } from './order.ts';

/** Codes that a person saw printed came out. */
export function printEnded(order: Order, print: string, how: NonNullable<Print['ended']>): Order {
  const cameOut = how === 'printed' && order.prints.some((each) => each.print === print && each.withCodes);
  return {
    ...order,
    timesCodesOut: order.timesCodesOut + (cameOut ? 1 : 0),
    prints: order.prints.map((each) => (each.print === print ? { ...each, ended: how } : each)),
  };
}
