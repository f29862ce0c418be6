import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countInFlight } from '../../../../../src-main/app/counter/in-flight.ts';
import { serviceTimeOf, updateFactsOf } from '../../../../../src-main/app/counter/update-facts.ts';
import type { RawAnswer, TransportFault } from '../../../../../src-main/core/ports.ts';
import { err, type Result } from '../../../../../src-main/core/result.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { appInTest } from '../counter-app.ts';

const nowMs = Date.parse('2026-11-24T08:00:00Z');
const quiet = { inFlight: 0, unsettled: 0, isServing: false, isDayClosed: false, isBackedUp: true };
const work = { area: 'sell', openOrderId: null, codesOf: null, walletId: null, sale: null, tray: [] };
const uuid = '0f9c2b1e-1111-4222-8333-444455556666';

it('a counter with nothing open has nothing that an update could disturb', () => {
  const seen = { current: null, openWork: null, inFlight: 0, directory: tempFolder(), nowMs };
  expect(updateFactsOf(seen)).toEqual(quiet);
  expect(updateFactsOf({ ...seen, inFlight: 2 })).toEqual({ ...quiet, inFlight: 2 });
  expect(serviceTimeOf(null)).toBeNull();
});

it.each([
  [
    'a sale that is put together',
    { sale: { kind: 'draft', walletId: uuid, cardId: uuid, quantity: 1, reference: '' } },
    true,
  ],
  ['codes on the screen', { codesOf: uuid }, true],
  ['a sale that is watched', { sale: { kind: 'watch', operationId: uuid } }, false],
  ['an area', {}, false],
] as const)('%s: whether somebody is served', (_what, part, isServing) => {
  const seen = { current: null, inFlight: 0, directory: tempFolder(), nowMs };
  expect(updateFactsOf({ ...seen, openWork: { ...work, ...part, tray: [] } }).isServing).toBe(isServing);
});

it('an open journal needs a backup of the last day', async () => {
  const { app, dataDirectory } = await appInTest();
  expect((await app.handlers.updates.view({})).ok).toBe(true);
  const directory = join(dataDirectory, 'counter');
  const current = {
    mode: 'deployment',
    localRecords: { ok: true, value: { records: { pending: () => [], page: () => err({ code: 'input_invalid' }) } } },
  };
  const facts = () => updateFactsOf({ current: current as never, openWork: null, inFlight: 0, directory, nowMs });
  expect(facts()).toEqual({ ...quiet, isBackedUp: false });
  mkdirSync(join(directory, 'backups'), { recursive: true });
  writeFileSync(join(directory, 'backups/journal-2026-11-22T08-00-00-000Z.db'), '');
  expect(facts().isBackedUp).toBe(false);
  writeFileSync(join(directory, 'backups/journal-2026-11-23T20-00-00-000Z.db'), '');
  expect(facts()).toEqual(quiet);
});

it('an exchange is in flight until its answer came, whatever it is', async () => {
  const ends: ((answer: Result<RawAnswer, TransportFault>) => void)[] = [];
  const { transport, inFlight } = countInFlight({ exchange: () => new Promise((resolve) => ends.push(resolve)) });
  const wanted = { method: 'GET', url: 'https://service.example/', headers: [], body: null } as const;
  const both = [1, 2].map(() => transport.exchange(wanted, { waitMs: 1, maxBytes: 1 }));
  expect(inFlight()).toBe(2);
  ends.forEach((end) => end(err({ code: 'not_sent' })));
  await Promise.all(both);
  expect(inFlight()).toBe(0);
});
