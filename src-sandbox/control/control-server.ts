import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { operations } from '../rules/operations.ts';
import type { ServiceState } from '../state/service-state.ts';
import { allScopes } from '../state/settings.ts';
import type { Clock } from './clock.ts';
import { faultNames, type Faults } from './faults.ts';

export interface Controlled {
  readonly state: ServiceState;
  readonly faults: Faults;
  readonly clock: Clock;
}

const operationNames = operations.map(({ name }) => name);
const faultBody = z.strictObject({
  name: z.enum(faultNames),
  operation: z.enum(operationNames).optional(),
  count: z.int().min(1).default(1),
});
const scopesBody = z.strictObject({ scopes: z.array(z.enum(allScopes)) });
const clockBody = z.strictObject({ offsetSeconds: z.number() });

/** What a service's staff and its bad days do, on demand: for tests and training, on loopback only. */
export function createControlServer({ state, faults, clock }: Controlled): FastifyInstance {
  const app = fastify({ exposeHeadRoutes: false, forceCloseConnections: true });
  // A page in a browser on this machine must not steer the service.
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.origin !== undefined) await reply.code(403).send({ error: 'not for browsers' });
  });
  app.setErrorHandler((error, _request, reply) => reply.code(400).send({ error: describe(error), faults: faultNames, operations: operationNames }));
  app.get('/sales', () => listSales(state));
  app.get('/faults', () => ({ names: faultNames, operations: operationNames, pending: faults.pending() }));
  app.post('/faults', (request) => {
    const { name, operation, count } = faultBody.parse(request.body);
    faults.add(name, operation, count);
    return { pending: faults.pending() };
  });
  app.delete('/faults', () => {
    faults.clear();
    return { pending: [] };
  });
  app.post('/activate', () => ({ activated: state.partnerKeys.activateProved(clock.nowMs()) }));
  app.post('/scopes', (request) => state.settings.changeScopes(scopesBody.parse(request.body).scopes));
  app.post('/clock', (request) => {
    clock.shiftTo(clockBody.parse(request.body).offsetSeconds);
    return { now: new Date(clock.nowMs()).toISOString() };
  });
  app.post('/invitations', () => state.invitations.issueFurther(clock.nowMs()));
  return app;
}

/** Every sale ever made; no codes. */
function listSales(state: ServiceState) {
  const sold = state.orders.all().filter(({ status }) => status === 'completed');
  return sold.map(({ operationId, walletId, cardId, quantity, bodySha256 }) => ({
    operationId, walletId, cardId, quantity, bodySha256,
    soldCardIds: state.soldCards.ofOrder(operationId).map(({ id }) => id),
  }));
}

function describe(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : 'unknown';
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}
