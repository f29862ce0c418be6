import type { Transport } from '../../../src-main/core/ports.ts';
import { ok } from '../../../src-main/core/result.ts';

/** What a hotel or a shop's own network answers instead of the service. */
export function portalPage(): Transport {
  return {
    exchange: () => Promise.resolve(ok({ status: 200, headers: [['Content-Type', 'text/html']], body: new TextEncoder().encode('<html>Welcome to our network</html>') })),
  };
}

/** A proxy that parses JSON and writes it anew: the same to people, other bytes. */
export function changedAnswers(transport: Transport): Transport {
  return {
    exchange: async (request, options) => {
      const answer = await transport.exchange(request, options);
      return answer.ok ? ok({ ...answer.value, body: new TextEncoder().encode(`${new TextDecoder().decode(answer.value.body)}\n`) }) : answer;
    },
  };
}

export function changedRequests(transport: Transport): Transport {
  return {
    exchange: (request, options) => transport.exchange(request.body === null ? request : { ...request, body: new TextEncoder().encode(`${new TextDecoder().decode(request.body)}\n`) }, options),
  };
}

/** Every call that leaves, as `METHOD path`. */
export function watched(transport: Transport, calls: string[]): Transport {
  return {
    exchange: (request, options) => {
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
      return transport.exchange(request, options);
    },
  };
}
