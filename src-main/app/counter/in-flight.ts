import type { Transport } from '../../core/ports.ts';

/** A transport that knows how many exchanges wait for their answer. */
export interface CountedTransport {
  readonly transport: Transport;
  readonly inFlight: () => number;
}

export function countInFlight(transport: Transport): CountedTransport {
  let inFlight = 0;
  return {
    inFlight: () => inFlight,
    transport: {
      exchange: async (request, options) => {
        inFlight += 1;
        try {
          return await transport.exchange(request, options);
        } finally {
          inFlight -= 1;
        }
      },
    },
  };
}
