import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../src-main/core/ports.ts';
import { noKeyMemory, type KeyMemory } from '../../../../src-main/deployment/key-memory.ts';
import { createServiceKeys, type ServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { publicHalf, type PrivateJwk } from '../../../../src-main/signatures/keys.ts';
import { profileOf } from '../partner-api/partner.ts';

export function clockAt(): Clock & { advance(ms: number): void } {
  let nowMs = 1_000;
  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: () => Promise.resolve(),
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

export const named = (jwk: PrivateJwk, kid: string, more: object = {}) => ({ ...publicHalf(jwk), kid, ...more });

interface KeyServer {
  readonly baseUrl: string;
  readonly requests: string[];
  publish(body: unknown, status?: number): void;
}

export async function serveKeys(answer?: (response: ServerResponse) => void): Promise<KeyServer> {
  let reply: { readonly body: unknown; readonly status: number } = { body: { keys: [] }, status: 200 };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (answer !== undefined) answer(response);
    else response.writeHead(reply.status).end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    baseUrl: `http://127.0.0.1:${String(address.port)}`,
    requests,
    publish: (body, status = 200) => {
      reply = { body, status };
    },
  };
}

export type MemoryOf = (nowMs: () => number) => KeyMemory;

export function fetchedKeys(
  server: KeyServer,
  pins: readonly string[],
  memoryOf: MemoryOf = () => noKeyMemory,
): { readonly keys: ServiceKeys; readonly clock: ReturnType<typeof clockAt> } {
  const clock = clockAt();
  const profile = profileOf({ baseUrl: server.baseUrl, serviceKeys: { url: '/v1/keys', pins } });
  return {
    keys: createServiceKeys(
      profile,
      createHttpTransport(),
      clock,
      memoryOf(() => clock.nowMs()),
    ),
    clock,
  };
}
