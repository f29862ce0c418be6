import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bareFastify } from '../wire/bare-fastify.ts';
import type { Controls } from './controls.ts';
import { faultNames } from './faults/fault-table.ts';
import { operationNames } from './faults/planting.ts';
import { portOf } from './listening-port.ts';
import { refusalOf } from './who-steers.ts';

/** The controls over HTTP: for tests and training, on loopback only, and for who has the token. */
export function createControlServer(controls: Controls, token: string): FastifyInstance {
  const app = bareFastify();
  app.addHook('onRequest', async (request, reply) => {
    const refused = refusalOf(request.headers, { host: `127.0.0.1:${portOf(app.server.address())}`, token });
    if (refused !== null) await reply.code(refused.status).send({ error: refused.error });
  });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(400).send({ error: describe(error), faults: faultNames, operations: operationNames }),
  );
  app.get('/sales', () => controls.sales());
  app.get('/orders', () => controls.orders());
  app.get('/early-resends', () => controls.earlyResends());
  app.post('/early-resends', (request) => controls.refuseEarly(request.body));
  app.get('/faults', () => controls.faults());
  app.post('/faults', (request) => controls.plant(request.body));
  app.delete('/faults', () => controls.clearFaults());
  app.post('/release', () => controls.release());
  app.post('/activate', () => controls.activate());
  app.post('/invitations', (request) => controls.invite(request.body ?? {}));
  app.post('/revoke-invitation', (request) => controls.revokeInvitation(request.body));
  app.post('/staff', (request) => controls.staff(request.body));
  app.post('/restart-enrolment', (request) => controls.restartEnrolment(request.body));
  app.post('/scopes', (request) => controls.scopes(request.body));
  app.post('/clock', (request) => controls.clock(request.body));
  app.post('/keys', (request) => controls.keys(request.body));
  app.post('/rotate', (request) => controls.rotate(request.body ?? {}));
  app.post('/prices', (request) => controls.prices(request.body));
  app.post('/wallets', (request) => controls.wallets(request.body));
  app.get('/balances', () => controls.balances());
  app.get('/unseen', () => controls.unseen());
  app.post('/unseen', (request) => controls.changeUnseen(request.body));
  app.post('/unseen/at-random', (request) => controls.unseenAtRandom(request.body));
  return app;
}

function describe(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : 'unknown';
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}
