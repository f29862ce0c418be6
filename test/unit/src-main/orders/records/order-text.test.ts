import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLocalRecords } from '../../../../../src-main/app/counter/counter.ts';
import { isExportable } from '../../../../../src-main/app/counter/journal-rules.ts';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { atOnce } from '../../../../../src-main/core/pausable.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { commitmentTo } from '../../../../../src-main/orders/machine/commitment.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { intentOf } from '../../../../../src-main/orders/machine/placing.ts';
import { checkTexts } from '../../../../../src-main/orders/records/check-texts.ts';
import { pinnedOf } from '../../../../../src-main/orders/records/dispatch.ts';
import { openOrderTexts, sealedIntent } from '../../../../../src-main/orders/records/order-text.ts';
import { viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import { memorySealer } from '../../../../../src-main/vault/memory-sealer.ts';
import { openVault } from '../../../../../src-main/vault/vault.ts';
import { canariesBelow } from '../../../../support/canaries.ts';
import { rewriteJournal } from '../../../../support/rewritten-journal.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { orderText } from '../kept-text.ts';
import { intent, operationId as sampleId, walletId } from '../order-samples.ts';
import { completed, completedOrder, newOperationId, processing, refusal, saleWith, Till, value } from '../till.ts';

const reference = 'LAYLA-HASSAN 0791/44';

/** The events of an order in the journal, as text. */
function storedText(till: Till, operationId: OperationId): string {
  return JSON.stringify(till.counter.localRecords.journal.events({ subject: operationId }));
}

/** The journal's file, changed with nothing running on it. */
function edit(till: Till, sql: string): void {
  till.close();
  const file = new BetterSqlite3(join(till.directory, 'journal.db'));
  file.exec(sql);
  file.close();
}

const flip = (table: 'answers' | 'keys', column: 'ciphertext' | 'wrapped_key'): string =>
  `DROP TRIGGER sealed_${table}_are_not_changed; UPDATE sealed_${table} SET ${column} =
   unhex(hex(substr(${column}, 1, 20)) || CASE hex(substr(${column}, 21, 1)) WHEN '00' THEN '01' ELSE '00' END ||
   hex(substr(${column}, 22))) WHERE id LIKE 'order:%'`;
const flipKey = flip('keys', 'wrapped_key');
const flipText = flip('answers', 'ciphertext');

/** Sales that an answer was lost of, one with and one without a reference. */
async function lostSales(): Promise<{ readonly till: Till; readonly lost: readonly OperationId[] }> {
  const till = await Till.open();
  const lost = [till.place({ externalReference: reference }), till.place({ quantity: 3 })];
  till.service.script('drop', 'drop');
  for (const operationId of lost) await till.resume(operationId);
  return { till, lost };
}

describe('the text of an order', () => {
  it('comes back byte for byte from its seal, whatever is in it', async () => {
    const directory = tempFolder();
    const sealer = memorySealer(systemRandomness);
    const vault = value(await openVault({ directory, sealer, randomness: systemRandomness }));
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.option(fc.string({ unit: 'grapheme', minLength: 1 })),
        (body, own) => {
          fc.pre(body.isWellFormed());
          const kept = new Map<string, ReturnType<typeof vault.seal>>();
          const tx = {
            fileText: (id: string, record: ReturnType<typeof vault.seal>) => {
              kept.set(id, record);
              return { id, sha256: '' };
            },
          };
          const intended = orderEvent(sampleId, 'order-intended', { ...intent, body, externalReference: own });
          const stored = sealedIntent({ tx, vault, randomness: systemRandomness }, intended).intended.body;
          const texts = openOrderTexts({ sealed: (id) => kept.get(id) ?? null }, vault);
          expect(texts.open(sampleId, 'commitments' in stored ? stored : {})).toEqual({ body, externalReference: own });
          expect([Object.hasOwn(stored, 'body'), Object.hasOwn(stored, 'externalReference')]).toEqual([false, false]);
        },
      ),
    );
  });

  it('is sent again byte for byte after restarts, with nothing of it in any event', async () => {
    const { till, lost } = await lostSales();
    const [named, unnamed] = lost;
    if (named === undefined || unnamed === undefined) throw new Error('no sales');
    await till.run();
    till.service.script(processing(named), completed(named), completed(unnamed, { quantity: 3 }));
    expect(await till.resume(named, 60_000)).toBe('completed');
    await till.resume(unnamed);
    const bodies = (operationId: OperationId): ReadonlySet<string> =>
      new Set(
        till.service.seen
          .filter(({ headers }) => headers['idempotency-key'] === operationId)
          .map(({ body }) => body.toString('utf8')),
      );
    for (const operationId of lost) expect([...bodies(operationId)]).toEqual([till.facts(operationId).intent.body]);
    expect(till.facts(named).intent.externalReference).toBe(reference);
    const sent = till.service.seen[0];
    for (const secret of ['LAYLA', '0791', '"externalReference', 'expectedUnitPrice', sent?.headers['content-digest']])
      expect(storedText(till, named)).not.toContain(secret);
  });

  it('lies nowhere in the folder in the clear, backups too, and nothing of it leaves with the events', async () => {
    const { till, lost } = await lostSales();
    const body = till.facts(lost[0] ?? newOperationId()).intent.body ?? '';
    value(till.counter.localRecords.journal.backup(join(till.directory, 'copy.db')));
    till.close();
    expect(readdirSync(till.directory)).toContain('copy.db');
    const canaries = new Map([
      ['reference', Buffer.from(reference)],
      ['a word of it', Buffer.from('layla')],
      ['body', Buffer.from(body)],
      ['end of the body', Buffer.from(body.slice(-60))],
    ]);
    expect(canariesBelow(till.directory, canaries)).toEqual([]);
    await till.run();
    const kinds = till.counter.localRecords.journal.events({ kind: 'reference-kept' });
    expect([kinds.length, kinds.some(isExportable)]).toEqual([1, false]);
  });

  it('is what its event commits to, each part by itself', async () => {
    const till = await Till.open();
    const operationId = till.place({ externalReference: reference });
    const kept = orderText(till, operationId);
    const [bodySalt, referenceSalt] = [kept.bodySalt, kept.referenceSalt].map((salt) => Buffer.from(salt, 'base64url'));
    if (bodySalt === undefined || referenceSalt === undefined) throw new Error('no salts');
    const { body = '', commitments } = till.facts(operationId).intent;
    expect(commitments).toEqual({
      body: commitmentTo('body', bodySalt, body),
      reference: commitmentTo('reference', referenceSalt, reference),
    });
    expect(bodySalt.equals(referenceSalt)).toBe(false);
  });
});

describe('a purge', () => {
  it('leaves texts when codes go, also of an order that is not over, and one text can be erased by itself', async () => {
    const till = await Till.open();
    const { journal } = till.counter.localRecords;
    value(
      journal.append({ subject: '', kind: 'policy-reported', body: { policyVersion: 1, scopes: ['cards:reveal'] } }),
    );
    const [over, open] = [till.place({ externalReference: reference }), till.place({ quantity: 3 })];
    till.service.script(completed(over));
    await till.resume(over);
    await till.counter.reveals.show(over);
    value(till.counter.reveals.handOver(over));
    till.clock.skip(60_000);
    expect(value(journal.purge(0)).sealed).toBeGreaterThan(0);
    await till.run();
    expect(till.facts(over).intent.externalReference).toBe(reference);
    expect(till.facts(open).intent.body).toContain('"quantity":3');
    const erased = till.counter.localRecords.journal;
    value(erased.transaction((tx) => tx.purgeSealed(`order:${over}`)));
    await till.run();
    const after = till.counter.localRecords.journal;
    expect([till.facts(over).intent.externalReference, till.stateOf(over)]).toEqual([undefined, 'completed']);
    expect([after.verifyRecord().ok, after.compareProjection()]).toEqual([true, []]);
  });
});

describe('a text that is damaged', () => {
  it.each([
    ['its key', flipKey],
    ['its key is gone', "DELETE FROM sealed_keys WHERE id LIKE 'order:%'"],
  ])('is never sent, settles by reads alone, and a person cannot send it either: %s', async (_, sql) => {
    const { till, lost } = await lostSales();
    edit(till, sql);
    await till.run();
    const before = till.service.seen.length;
    const [named, unnamed] = lost;
    if (named === undefined || unnamed === undefined) throw new Error('no sales');
    till.service.script(
      { status: 200, body: { operationId: named, status: 'processing' } },
      { status: 200, body: completedOrder(named, { soldCards: undefined }) },
    );
    expect(await till.resume(named)).toBe('attention');
    expect(till.facts(named).attention).toBe('body_unreadable');
    await till.resume(named);
    expect([till.facts(named).acknowledged, till.stateOf(named)]).toEqual([true, 'attention']);
    expect(till.counter.orders.decide(named, 'resend')).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
    expect(await till.resume(named)).toBe('completed');
    till.service.script(...Array.from({ length: 20 }, () => refusal(404, 'resource_not_found')));
    await till.resume(unnamed, 3_600_000);
    expect(['notBought', 'attention']).toContain(till.stateOf(unnamed));
    await till.resume(named, 60_000);
    expect(till.service.seen.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
    const raised = till.counter.localRecords.journal.events({ subject: named, kind: 'attention-raised' });
    expect(raised).toHaveLength(1);
  });

  it('whose bytes changed is found as the journal opens, and nothing is sent at all', async () => {
    const { till, lost } = await lostSales();
    edit(till, flipText);
    await till.run();
    const before = till.service.seen.length;
    const { journal } = till.counter.localRecords;
    expect(journal.verify()).toMatchObject({ ok: false, error: { reason: 'sealed_differs' } });
    for (const operationId of lost) {
      const resumed = await till.counter.orders.resume(operationId, 0, 'now');
      expect(resumed.ok && resumed.value.attempts.length > 1).toBe(false);
    }
    expect(till.service.seen.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('is not taken for the text of another order, nor for what a forger commits to', async () => {
    const { till, lost } = await lostSales();
    till.close();
    const [other, changed] = lost;
    rewriteJournal(till.directory, (file) =>
      file.exec(`CREATE TEMP TABLE was AS SELECT id, ciphertext FROM sealed_answers;
        UPDATE sealed_answers SET ciphertext = (SELECT ciphertext FROM was WHERE was.id = 'order:${other}')
          WHERE id = 'order:${changed}';
        UPDATE events SET body = json_set(body, '$.commitments.body', 'forged')
          WHERE subject = '${other}' AND kind = 'order-intended'`),
    );
    await till.run();
    for (const operationId of lost) expect(till.facts(operationId).intent.body).toBeUndefined();
  });

  it('is named by a check of the texts, which counts those that it could not look into', async () => {
    const { till, lost } = await lostSales();
    const bought = till.place();
    till.service.script(completed(bought));
    await till.resume(bought);
    const { localRecords, vault } = till.counter;
    const texts = openOrderTexts(localRecords.journal, vault);
    expect(atOnce(checkTexts(localRecords, texts))).toEqual({ checked: 3, notChecked: 0, damaged: [] });
    expect(atOnce(checkTexts(localRecords, null))).toEqual({ checked: 0, notChecked: 3, damaged: [] });
    edit(till, flipKey);
    await till.run();
    const again = till.counter;
    const found = atOnce(checkTexts(again.localRecords, openOrderTexts(again.localRecords.journal, again.vault)));
    expect(found.damaged.map(({ operationId }) => operationId)).toEqual(lost);
    expect([found.checked, found.notChecked]).toEqual([0, 1]);
  });
});

describe('without the data key', () => {
  it('orders are seen with their state and amounts, and their rows are what the events give', async () => {
    const { till, lost } = await lostSales();
    till.close();
    const ports = { directory: till.directory, clock: till.clock, randomness: systemRandomness };
    const local = value(openLocalRecords(ports));
    const { journal, records } = local;
    const [named] = lost;
    if (named === undefined) throw new Error('no sale');
    const facts = records.find(named);
    if (facts === null) throw new Error('not seen');
    expect(viewOf(named, facts, till.clock.nowMs())).toMatchObject({
      state: 'unknown',
      total: { amount: '2.500', currency: 'KWD' },
      externalReference: null,
      textClosed: true,
    });
    expect(journal.compareProjection()).toEqual([]);
    expect(value(journal.rebuildProjection())).toBe(2);
    value(records.record(named, [orderEvent(named, 'wanted-extended', { wantedUntilMs: till.clock.nowMs() })]));
    expect(journal.compareProjection()).toEqual([]);
    local.close();
    await till.run();
    const find = (text: string) =>
      value(till.counter.localRecords.records.page({ show: 'all', limit: 9, find: text })).operationIds;
    expect([find(reference), find('hassan'), find('0791'), find('hassa')]).toEqual([[named], [named], [named], []]);
  });
});

describe('records from before texts were sealed', () => {
  it('open, and their pending orders are sent again byte for byte', async () => {
    const till = await Till.open();
    const { localRecords, session } = till.counter;
    const { profile } = session;
    const operationId = newOperationId();
    const pinned = pinnedOf(operationId, walletId, profile, session.signingKey()?.keyId ?? '');
    const draft = value(intentOf(saleWith({ externalReference: 'POS #7' }), profile, pinned, till.clock.nowMs()));
    const old = draft(localRecords.journal.head().hash);
    value(localRecords.records.record(operationId, [orderEvent(operationId, 'order-intended', old)]));
    expect(storedText(till, operationId)).toContain('POS #7');
    till.service.script('drop', processing(operationId), completed(operationId));
    await till.resume(operationId);
    await till.run();
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    expect(new Set(till.service.seen.map(({ body }) => body.toString('utf8')))).toEqual(new Set([old.body]));
    const found = till.counter.localRecords.records.page({ show: 'all', limit: 9, find: 'pos 7' });
    expect(value(found).operationIds).toEqual([operationId]);
    const { journal, records } = till.counter.localRecords;
    expect(journal.compareProjection()).toEqual([]);
    const texts = openOrderTexts(journal, till.counter.vault);
    expect(atOnce(checkTexts({ journal, records }, texts))).toEqual({ checked: 0, notChecked: 0, damaged: [] });
    expect(readFileSync(join(till.directory, 'journal.db')).length).toBeGreaterThan(0);
  });
});
