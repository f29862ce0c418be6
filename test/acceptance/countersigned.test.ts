import { randomUUID } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCounter } from '../support/counter.ts';
import { failureOf, orderSchema, valueOf } from '../support/outcome.ts';
import { rewriteJournal } from '../support/rewritten-journal.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { makeTempFolder, tempFolder } from '../support/temp.ts';
import { isOurOwn } from './service.ts';

const countersignatures = { countersigned: z.int(), notCountersigned: z.int(), noLongerCheckable: z.int() };
const verifiedSchema = z.strictObject({
  rows: z.int(),
  head: z.strictObject({ seq: z.int(), hash: z.string() }),
  texts: z.strictObject({ checked: z.int(), notChecked: z.int() }),
  countersignatures: z.strictObject(countersignatures),
});
const eachSchema = z.object({
  countersignatures: z.strictObject({
    ...countersignatures,
    orders: z.array(z.strictObject({ operationId: z.uuid(), standing: z.string(), reason: z.string().nullable() })),
  }),
});
const eventsSchema = z.object({
  items: z.array(
    z.object({
      kind: z.string(),
      body: z.object({ commitments: z.record(z.string(), z.string()).optional() }).loose(),
    }),
  ),
});

/** A shop whose service and counter run under a profile with these members. */
async function shopUnder(profile: object): Promise<{ readonly shop: Shop; readonly close: () => Promise<void> }> {
  const folder = makeTempFolder();
  const deployment = join(folder.path, 'profile.json');
  writeFileSync(deployment, JSON.stringify({ countersignedJournal: true, ...profile }));
  const shop = await openShop({ deployment });
  return {
    shop,
    close: async () => {
      await shop.close();
      folder.remove();
    },
  };
}

describe.skipIf(!isOurOwn)('a countersigned journal', () => {
  let shop: Shop;
  let close: () => Promise<void>;
  const ids = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    ({ shop, close } = await shopUnder({}));
    for (const [index, id] of ids.entries()) {
      const order = valueOf(
        await shop.counter(shop.buy(id, 1, '--reference', `till 1/${index}`, '--beside-pending')),
        orderSchema,
      );
      expect(order).toMatchObject({ state: 'completed', externalReference: `till 1/${index}` });
    }
  });
  afterAll(() => close());

  it('is signed for by the service with every sale, and that is verified with the service away', async () => {
    await shop.sandbox.restart(async () => {
      expect(valueOf(await shop.counter(['journal', 'verify']), verifiedSchema).countersignatures).toEqual({
        countersigned: 2,
        notCountersigned: 0,
        noLongerCheckable: 0,
      });
    });
    const each = valueOf(await shop.counter(['journal', 'verify', '--all']), eachSchema);
    expect(each.countersignatures.orders).toEqual(
      ids.map((operationId) => ({ operationId, standing: 'countersigned', reason: null })),
    );
  });

  it('commits to what was sent, and shows it in no event', async () => {
    const {
      items: [intent],
    } = valueOf(await shop.counter(['journal', 'events', ids[0] ?? '']), eventsSchema);
    expect(Object.keys(intent?.body.commitments ?? {})).toEqual(['body', 'reference']);
    expect(JSON.stringify(intent)).not.toContain('till 1');
  });

  it('is checked as a chain only without the deployment file or the passphrase, and says so', async () => {
    const runs = [
      await shop.counter(['journal', 'verify'], { passphrase: '' }),
      await runCounter(['journal', 'verify', '--json'], { data: shop.data }),
    ];
    for (const run of runs) {
      expect(valueOf(run, z.object({ rows: z.int(), countersignatures: z.null() })).rows).toBeGreaterThan(5);
      expect(run.stderr).toContain('--deployment and the passphrase');
    }
    expect(failureOf(await shop.counter(['journal', 'verify'], { passphrase: 'not this one' }), 6)).toEqual({
      code: 'passphrase_wrong',
    });
  });

  it('refuses a reference that leaves no room for the head, before anything is written or sent', async () => {
    const operationId = randomUUID();
    const run = await shop.counter(shop.buy(operationId, 1, '--reference', 'x'.repeat(57), '--beside-pending'));
    expect(failureOf(run, 2)).toEqual({ code: 'input_invalid', field: 'reference' });
    expect(run.stderr).toContain('at_most_56');
    expect(failureOf(await shop.counter(['order', operationId]), 2).code).toBe('operation_unknown');
  });

  it('names the first order that contradicts a chain rewritten whole', async () => {
    const copy = join(tempFolder(), 'copy');
    cpSync(shop.data, copy, { recursive: true });
    rewriteJournal(copy, (file) => file.exec('UPDATE events SET at_ms = at_ms + 1 WHERE seq = 1'));
    const run = await shop.counter(['journal', 'verify'], { data: copy });
    expect(failureOf(run, 6)).toMatchObject({ code: 'journal_corrupt', operationId: ids[0] });
    expect(run.stderr).toContain('head_differs');
  });
});

describe.skipIf(!isOurOwn)('a journal whose service does not sign for our digest', () => {
  it('is not countersigned, and says so', async () => {
    const { shop, close } = await shopUnder({
      answer: { binding: ['@method', '@authority', '@path', '@query', 'nonce', 'idempotency-key'] },
    });
    try {
      valueOf(await shop.counter(shop.buy(randomUUID(), 1)), orderSchema);
      const { countersignatures: counts } = valueOf(await shop.counter(['journal', 'verify', '--all']), eachSchema);
      expect(counts).toMatchObject({
        countersigned: 0,
        notCountersigned: 1,
        orders: [{ standing: 'notCountersigned', reason: 'not_covered' }],
      });
    } finally {
      await close();
    }
  });
});
