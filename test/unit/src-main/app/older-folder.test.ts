import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openLocalRecords } from '../../../../src-main/app/counter/counter.ts';
import { journalRules } from '../../../../src-main/app/counter/journal-rules.ts';
import { sha256Base64url } from '../../../../src-main/core/hash.ts';
import type { Transport, WireRequest } from '../../../../src-main/core/ports.ts';
import { err, ok } from '../../../../src-main/core/result.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { automaticBackups } from '../../../../src-main/journal/backups.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { passphraseSealer } from '../../../../src-main/vault/passphrase-sealer.ts';
import { testPassphrase } from '../../../support/counter.ts';
import { HandClock } from '../../../support/hand-clock.ts';
import { projectRoot } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp.ts';
import { until } from '../../../support/until.ts';
import { soldCardId } from '../orders/order-samples.ts';
import { startScriptedService } from '../orders/scripted-service.ts';
import { completed, value } from '../orders/till.ts';
import { appInTest, type HostParts } from './counter-app.ts';

// A data folder of the build before one driver acted on orders, made by that build (its README says how): whoever
// installs today's build over that one finds everything again.

const fixture = join(projectRoot, 'test/fixtures/journals/before-one-driver');
const shown = '8e227241-e842-4552-bc81-4eeb70b6aeac';
const lost = 'b3017b92-07d1-4a1d-a4c3-5e2221f44de4';
const events = 46;
/** A minute after the last of them. */
const openedAtMs = Date.parse('2026-11-28T08:02:20Z');
const vouchers = ['83V8-NPB7-95VC-BWN9', '24C6-VTZA-TFEU-UZ2D'];

/** A copy of the folder, where it has always lain as far as its journal can tell. */
function olderFolder(): { readonly dataDirectory: string; readonly directory: string } {
  const dataDirectory = tempFolder();
  cpSync(fixture, dataDirectory, { recursive: true });
  const directory = join(dataDirectory, 'counter');
  const installation = join(directory, 'installation');
  const { ino, birthtimeNs } = statSync(installation, { bigint: true });
  const place = {
    installation: readFileSync(installation, 'utf8').split(/\s/)[3],
    folder: sha256Base64url(`counterfoil folder 1\n${ino}:${birthtimeNs}`),
    machine: '',
  };
  for (const name of globSync('**/*.db.sql', { cwd: directory })) {
    const dump = join(directory, name);
    const file = new BetterSqlite3(dump.slice(0, -'.sql'.length));
    file.exec(readFileSync(dump, 'utf8'));
    for (const [what, where] of Object.entries(place))
      file.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(`place-${what}`, where);
    file.close();
    rmSync(dump);
  }
  return { dataDirectory, directory };
}

interface Opened extends HostParts {
  readonly clock: HandClock;
  readonly asked: readonly WireRequest[];
}

async function opened(dataDirectory: string, through?: Transport): Promise<Opened> {
  const clock = new HandClock(openedAtMs);
  const asked: WireRequest[] = [];
  const transport: Transport = {
    exchange: (request, options) => {
      asked.push(request);
      return through?.exchange(request, options) ?? Promise.resolve(err({ code: 'not_sent' }));
    },
  };
  const sealer = value(passphraseSealer(testPassphrase, systemRandomness));
  return { ...(await appInTest({ dataDirectory, clock, transport, sealerFor: () => ok(sealer) })), clock, asked };
}

const wireOrder = z.object({ cardId: z.string(), quantity: z.number(), expectedTotal: z.object({}).loose() });
const deployment = z.looseObject({
  serviceKeys: z.looseObject({ jwks: z.looseObject({ keys: z.array(z.unknown()) }) }),
});

/** The deployment file names one more key of the service: the one that it had is in no fixture. */
function believe(path: string, key: object): void {
  const profile = deployment.parse(JSON.parse(readFileSync(path, 'utf8')));
  profile.serviceKeys.jwks.keys.push(key);
  writeFileSync(path, JSON.stringify(profile));
}

/** The service that the folder speaks of has another address here. */
function servedBy(baseUrl: string): Transport {
  return {
    exchange: ({ method, url, headers, body }, { onWritten }) =>
      new Promise((resolve) => {
        const { host, pathname, search } = new URL(url);
        const lines = ['Host', host, ...headers.flat()];
        const outgoing = httpRequest(baseUrl, { method, path: pathname + search, headers: lines });
        outgoing.on('response', (incoming) => {
          const { statusCode = 0, rawHeaders } = incoming;
          const pairs = rawHeaders.flatMap((name, at) =>
            at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [],
          );
          void buffer(incoming).then((bytes) => resolve(ok({ status: statusCode, headers: pairs, body: bytes })));
        });
        outgoing.on('error', () => resolve(err({ code: 'connection_lost' })));
        outgoing.on('finish', () => onWritten?.());
        outgoing.end(body ?? undefined);
      }),
  };
}

const headerOf = ({ headers }: WireRequest, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

it('shows every order as it was, with the codes that lie here, and what people chose', async () => {
  const { dataDirectory, directory } = olderFolder();
  const { app, clipboard, asked, bugs } = await opened(dataDirectory);
  const start = value(await app.handlers.app.start({}));
  expect([start.problem, start.copyStatus, start.language, start.theme]).toEqual([undefined, undefined, 'ar', 'dark']);
  expect(start.enrolment).toMatchObject({ state: 'active', keyId: '33746d09-d2d8-455d-8d6f-c5932729231e' });
  const { items } = value(await app.handlers.orders.list({ show: 'all' }));
  const seen = items.map((order) => [
    order.externalReference,
    order.cardName?.en,
    `${order.quantity} for ${order.total?.amount} ${order.total?.currency}`,
    order.state,
    order.refusal?.code ?? order.attention?.reason ?? order.codesState,
  ]);
  expect(seen).toEqual([
    ['phone order 19', 'PlayStation 10 USD (KSA)', '3 for 9.255 KWD', 'unknown', 'none'],
    [null, 'PlayStation 10 USD (US)', '1 for 3.085 KWD', 'completed', 'handedOver'],
    [null, 'PlayStation 10 USD (US)', '1 for 3.085 KWD', 'attention', 'differs'],
    ['held back', 'PlayStation 5 USD (KSA)', '1 for 1.543 KWD', 'completed', 'toReveal'],
    [null, 'PlayStation 5 USD (KSA)', '1 for 1.543 KWD', 'refused', 'card_unavailable'],
    ['Till 2 / Huda 7', 'PlayStation 10 USD (US)', '2 for 6.170 KWD', 'completed', 'sealed'],
  ]);

  const { cards, frame } = value(await app.handlers.reveals.show({ operationId: shown }));
  const page = (app.page(frame)?.html ?? '').replaceAll(/<.*?>/g, '');
  expect(vouchers.filter((code) => page.includes(code))).toEqual(vouchers);
  for (const [index, card] of cards.entries()) {
    const input = { operationId: shown, soldCardId: card.soldCardId, part: 'voucher' } as const;
    value(await app.handlers.reveals.copy(input));
    expect(clipboard.text).toBe(vouchers[index]);
  }

  const { pairedBarcodes, shop, ...preferences } = value(await app.handlers.preferences.read({}));
  const kept = z
    .looseObject({ pairedBarcodes: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(fixture, 'counter/preferences.json'), 'utf8')));
  expect({ ...preferences, pairedBarcodes }).toEqual(kept);
  expect(shop.nameEn).toBe('');
  const { digest } = value(await app.handlers.preferences.digestOf({ barcode: '6281000000017' }));
  expect(pairedBarcodes).toEqual({ [digest]: items.at(-1)?.cardId });

  const orders = asked.filter(({ url }) => url.endsWith('/orders'));
  expect(new Set(orders.map((request) => headerOf(request, 'idempotency-key')))).toEqual(new Set([lost]));
  expect(Buffer.from(orders[0]?.body ?? []).toString()).toContain('"externalReference":"phone order 19"');
  expect(bugs).toEqual([]);
  await app.close();

  const local = value(openLocalRecords({ directory, clock: new HandClock(openedAtMs), randomness: systemRandomness }));
  expect(value(local.journal.verify()).rows).toBeGreaterThan(events);
  expect(local.journal.compareProjection()).toEqual([]);
  local.close();
});

it('goes on with the sale whose answer was lost, which was bought', async () => {
  const { dataDirectory, directory } = olderFolder();
  const service = await startScriptedService(new HandClock(openedAtMs));
  onTestFinished(() => service.close());
  believe(join(directory, 'deployment.json'), { ...service.publicKey, kid: 'service-9' });
  const sold = [1, 2, 3].map((n) => ({
    soldCardId: soldCardId(n),
    serialNumber: `SERIAL-${n}`,
    voucher: `VOUCHER-${n}`,
  }));
  service.script(({ headers, body, target }) => {
    const { cardId, quantity, expectedTotal } = wireOrder.parse(JSON.parse(body.toString()));
    const [, walletId] = /wallets\/(.+)\/orders/.exec(target) ?? [];
    const order = { walletId, cardId, quantity, total: expectedTotal, soldCards: sold };
    // Signed under the name `service-9`, which the profile now knows.
    return { ...completed(headers['idempotency-key'] ?? '', order), unknownKey: true };
  });
  const { app } = await opened(dataDirectory, servedBy(service.profile.baseUrl));
  const read = async () => value(await app.handlers.orders.read({ operationId: lost })).order;
  await until('the order that was lost', async () => (await read()).state === 'completed');
  expect(await read()).toMatchObject({
    codesState: 'sealed',
    codes: sold.map(({ soldCardId: id }) => ({ soldCardId: id })),
  });
  expect(service.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([lost]);
});

it('restores its backup, which knows the sales that were made before it', async () => {
  const { dataDirectory, directory } = olderFolder();
  const [backup] = automaticBackups(directory);
  const clock = new HandClock(openedAtMs);
  value(restoreJournal({ directory, file: null, rules: journalRules, clock, randomness: systemRandomness }));
  const { app, asked } = await opened(dataDirectory);
  const start = value(await app.handlers.app.start({}));
  expect([start.problem, start.copyStatus]).toEqual([undefined, 'restored']);
  const { items } = value(await app.handlers.orders.list({ show: 'all' }));
  expect(items.map(({ operationId, state }) => [operationId, state])).toEqual([[shown, 'completed']]);
  // As with records of today: they come out again once they were compared with the service.
  const locked = { code: 'codes_unavailable', detail: 'locked_until_reconciled', operationId: shown };
  expect(await app.handlers.reveals.show({ operationId: shown })).toEqual(err(locked));
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(backup?.atMs).toBe(Date.parse('2026-11-28T08:01:17.603Z'));
});
