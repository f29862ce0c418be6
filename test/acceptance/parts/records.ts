import { once } from 'node:events';
import { cpSync, openSync, closeSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf, orderSchema, valueOf } from '../../support/outcome.ts';
import type { Counter } from '../service.ts';

const eventsSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      seq: z.int(),
      at: z.iso.datetime(),
      subject: z.string(),
      kind: z.string(),
      body: z.record(z.string(), z.unknown()),
      hash: z.string(),
    }),
  ),
  nextCursor: z.string().optional(),
  withheld: z.array(z.strictObject({ seq: z.int(), hash: z.string() })).optional(),
});
const verifiedSchema = z.strictObject({
  rows: z.int(),
  head: z.strictObject({ seq: z.int(), hash: z.string() }),
  texts: z.strictObject({ checked: z.int(), notChecked: z.int() }).optional(),
});
const ordersSchema = z.strictObject({ items: z.array(orderSchema), nextCursor: z.string().optional() });

/** What the counter keeps and what it needs to open it: exit 6 where it cannot. */
export function records(counter: Counter): void {
  it('shows orders and the journal without a deployment file, a passphrase or the network', async () => {
    const {
      items: [newest],
    } = valueOf(await counter.runLocal(['orders']), ordersSchema);
    const operationId = newest?.operationId ?? '';
    expect(valueOf(await counter.runLocal(['order', operationId]), orderSchema)).toEqual(newest);
    const { rows, head } = valueOf(await counter.runLocal(['journal', 'verify']), verifiedSchema);
    const { items: events, withheld = [] } = valueOf(
      await counter.runLocal(['journal', 'events', '--all']),
      eventsSchema,
    );
    // What keeps serial numbers stays on this machine: its numbers are missing here.
    const seqs = events.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
    expect([seqs[0], events.some(({ kind }) => kind === 'serial-kept')]).toEqual([1, false]);
    expect(seqs.at(-1)).toBeLessThanOrEqual(rows);
    expect(seqs.filter((seq) => withheld.some((event) => event.seq === seq))).toEqual([]);
    expect(head.hash).not.toBe('');
    const { items: own } = valueOf(await counter.runLocal(['journal', 'events', operationId]), eventsSchema);
    expect(own.map(({ kind }) => kind).slice(0, 4)).toEqual([
      'order-intended',
      'attempt-started',
      'answer-sealed',
      'answer-judged',
    ]);
    expect(
      valueOf(await counter.runLocal(['journal', 'steps']), z.strictObject({ items: z.array(z.string()) })).items
        .length,
    ).toBeGreaterThan(5);
  });

  it('asks for the passphrase where it needs the key', async () => {
    expect(failureOf(await counter.run(['wallets'], { passphrase: '' }), 6)).toEqual({ code: 'passphrase_required' });
    expect(failureOf(await counter.run(['wallets'], { passphrase: 'not this one' }), 6)).toEqual({
      code: 'passphrase_wrong',
    });
    valueOf(await counter.run(['wallets']), z.unknown());
  });

  it('lets one process at a time use a folder', async () => {
    const silent = await silentService();
    const folder = counter.fresh('in-use', true);
    const deployment = join(folder, 'deployment.json');
    writeFileSync(
      deployment,
      JSON.stringify({ version: 1, name: 'Silent', baseUrl: silent.url, serviceKeys: { jwks: { keys: [] } } }),
    );
    const holding = counter.run(
      ['enrol', '--invitation', counter.address.invitationId, '--token-file', counter.address.tokenFile],
      { data: folder, deployment },
    );
    await silent.asked;
    expect(failureOf(await counter.runLocal(['orders'], { data: folder }), 6)).toEqual({ code: 'journal_in_use' });
    expect(failureOf(await counter.run(['wallets'], { data: folder, deployment }), 6)).toEqual({
      code: 'journal_in_use',
    });
    silent.close();
    expect((await holding).exitCode).toBe(7);
    expect(valueOf(await counter.runLocal(['orders'], { data: folder }), ordersSchema)).toEqual({ items: [] });
  });

  it('says that a journal is damaged instead of reading it', async () => {
    const folder = counter.fresh('damaged');
    cpSync(counter.data, folder, { recursive: true });
    overwriteMiddle(join(folder, 'journal.db'));
    for (const args of [['orders'], ['journal', 'verify']])
      expect(failureOf(await counter.runLocal(args, { data: folder }), 6).code).toBe('journal_corrupt');
    valueOf(await counter.runLocal(['journal', 'verify']), verifiedSchema);
  });

  it('says that a folder cannot be written', async () => {
    const file = join(counter.fresh('files', true), 'a-file');
    writeFileSync(file, '');
    expect(failureOf(await counter.runLocal(['orders'], { data: file }), 6).code).toBe('journal_not_writable');
  });
}

/** A service that takes a request and never answers. */
async function silentService(): Promise<{ readonly url: string; readonly asked: Promise<unknown>; close(): void }> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${isAddress(address) ? address.port : 0}`,
    asked: once(server, 'request'),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function overwriteMiddle(path: string): void {
  const { size } = statSync(path);
  const file = openSync(path, 'r+');
  for (let offset = 4096; offset < size; offset += 4096) writeSync(file, Buffer.alloc(64, 0xa5), 0, 64, offset);
  closeSync(file);
}
