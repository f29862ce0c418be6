import type { RawAnswer, Transport } from '../../../src-main/core/ports.ts';
import { ok } from '../../../src-main/core/result.ts';

/** What a hotel or a shop's own network answers instead of the service. */
export function portalPage(): Transport {
  return {
    exchange: () =>
      Promise.resolve(
        ok({
          status: 200,
          headers: [['Content-Type', 'text/html']],
          body: new TextEncoder().encode('<html>Welcome to our network</html>'),
        }),
      ),
  };
}

/** A proxy that parses JSON and writes it anew: the same to people, other bytes. */
export function changedAnswers(transport: Transport): Transport {
  return {
    exchange: async (request, options) => {
      const answer = await transport.exchange(request, options);
      return answer.ok
        ? ok({ ...answer.value, body: new TextEncoder().encode(`${new TextDecoder().decode(answer.value.body)}\n`) })
        : answer;
    },
  };
}

export function changedRequests(transport: Transport): Transport {
  return {
    exchange: (request, options) =>
      transport.exchange(
        request.body === null
          ? request
          : { ...request, body: new TextEncoder().encode(`${new TextDecoder().decode(request.body)}\n`) },
        options,
      ),
  };
}

type Headers = RawAnswer['headers'];

/** A gateway that says no to everything, and signs nothing. */
export function gatewayPage(status: number): () => Transport {
  return () => ({
    exchange: () =>
      Promise.resolve(
        ok({
          status,
          headers: [['Content-Type', 'text/html']],
          body: new TextEncoder().encode(`<html>${String(status)}</html>`),
        }),
      ),
  });
}

export function onAnswers(change: (answer: RawAnswer) => RawAnswer): (transport: Transport) => Transport {
  return (transport) => ({
    exchange: async (request, options) => {
      const answer = await transport.exchange(request, options);
      return answer.ok ? ok(change(answer.value)) : answer;
    },
  });
}

/** Headers that a proxy does not let pass. */
export function without(
  which: 'requests' | 'answers',
  ...names: readonly string[]
): (transport: Transport) => Transport {
  const left = (headers: Headers): Headers => headers.filter(([name]) => !names.includes(name.toLowerCase()));
  if (which === 'answers') return onAnswers((answer) => ({ ...answer, headers: left(answer.headers) }));
  return (transport) => ({
    exchange: (request, options) => transport.exchange({ ...request, headers: left(request.headers) }, options),
  });
}

export function withLine(answer: RawAnswer, line: string, change: (value: string) => string): RawAnswer {
  return {
    ...answer,
    headers: answer.headers.map(([name, value]) => [name, name.toLowerCase() === line ? change(value) : value]),
  };
}

export function withDoubled(answer: RawAnswer, name: string, value: string): RawAnswer {
  return { ...answer, headers: [...answer.headers, [name, value]] };
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
