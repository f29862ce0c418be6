import { describe, expect, it } from 'vitest';
import { sha256Base64url } from '../../../../../src-main/core/hash.ts';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { atOnce } from '../../../../../src-main/core/pausable.ts';
import type { DeploymentProfile } from '../../../../../src-main/deployment/profile.ts';
import { decodeAnswer, encodeAnswer } from '../../../../../src-main/exchange/kept-answer.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { asJsonObject, canonicalJson } from '../../../../../src-main/journal/json.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { keptAnswerTo } from '../../../../../src-main/orders/machine/order.ts';
import { sealedIntent, type OrderText } from '../../../../../src-main/orders/records/order-text.ts';
import { countersignatures, sentAnyHead } from '../../../../../src-main/orders/views/countersignatures.ts';
import { viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import { timelineOf } from '../../../../../src-main/orders/views/timeline.ts';
import type { SealedRecord } from '../../../../../src-main/vault/vault.ts';
import { rewriteJournal } from '../../../../support/rewritten-journal.ts';
import type { ScriptedAnswer } from '../scripted-service.ts';
import { codes, completed, newOperationId, refusal, Till, value, saleWith } from '../till.ts';

const on = { countersignedJournal: true };
const ownReference = 'till 1/0042';

async function countersignedTill(change: object = on): Promise<Till> {
  const till = await Till.open();
  await till.run({ profile: till.service.profileWith(change) });
  return till;
}

async function sold(till: Till, reply: (operationId: OperationId) => ScriptedAnswer = completed): Promise<OperationId> {
  const operationId = till.place({ externalReference: ownReference });
  till.service.script(reply(operationId));
  await till.resume(operationId);
  return operationId;
}

function statuses({
  counter: {
    localRecords: { journal, records },
    vault,
    session,
  },
}: Till): readonly string[] {
  return [...countersignatures({ journal, records, vault, session })].map(({ standing, reason }) =>
    [standing, reason].join(' ').trim(),
  );
}

async function rewritten(
  till: Till,
  profile: DeploymentProfile,
  edit: Parameters<typeof rewriteJournal>[1],
): Promise<Till> {
  till.close();
  rewriteJournal(till.directory, edit);
  await till.run({ profile });
  expect(till.counter.localRecords.journal.verify().ok).toBe(true);
  return till;
}

describe('an order whose journal is countersigned', () => {
  it('carries the head of the chain that its intent was appended to, read in the transaction that appends it', async () => {
    const till = await countersignedTill();
    const { journal } = till.counter.localRecords;
    const before = journal.head();
    const operationId = await sold(till);
    const [intent] = journal.events({ subject: operationId, limit: 1 });
    expect(intent).toMatchObject({
      seq: before.seq + 1,
      kind: 'order-intended',
      body: { chainHead: before.hash },
    });
    expect(JSON.parse(till.service.seen[0]?.body.toString('utf8') ?? '')).toMatchObject({
      externalReference: `${before.hash}/${ownReference}`,
    });
  });

  it("shows people the shop's own reference, and what was sent in its timeline", async () => {
    const till = await countersignedTill();
    const { journal, records } = till.counter.localRecords;
    const head = journal.head().hash;
    const operationId = await sold(till);
    expect(viewOf(operationId, till.facts(operationId), till.clock.nowMs()).externalReference).toBe(ownReference);
    expect(journal.projected(operationId)?.externalReference).toBeNull();
    expect(timelineOf(records.events(operationId))[0]).toMatchObject({
      kind: 'intended',
      facts: { sentReference: `${head}/${ownReference}` },
    });
  });

  it('is found by its reference as it was sent', async () => {
    const till = await countersignedTill();
    const { journal, records } = till.counter.localRecords;
    const head = journal.head().hash;
    const operationId = await sold(till);
    for (const find of [`${head}/${ownReference}`, head])
      expect(value(records.page({ show: 'all', limit: 50, find })).operationIds, find).toEqual([operationId]);
  });

  it('is refused where its reference leaves no room for the head, and nothing is written', async () => {
    const till = await countersignedTill();
    const { rows } = value(till.counter.localRecords.journal.verify());
    const placed = till.counter.orders.place(newOperationId(), saleWith({ externalReference: 'x'.repeat(57) }), {
      besidesPending: true,
    });
    expect(placed).toEqual({ ok: false, error: { code: 'input_invalid', field: 'reference', detail: 'at_most_56' } });
    expect(value(till.counter.localRecords.journal.verify()).rows).toBe(rows);
    till.place({ externalReference: 'x'.repeat(56) });
  });

  it('is the same sale again whatever head it went out with, also when the option is off by then', async () => {
    const till = await countersignedTill();
    const operationId = await sold(till, (id) => ({ ...completed(id), unsigned: true }));
    await till.run();
    const again = value(
      till.counter.orders.place(operationId, saleWith({ externalReference: ownReference }), { besidesPending: false }),
    );
    till.service.script(completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
    expect(till.service.seen.map(({ body }) => body.toString('utf8'))).toEqual([again.intent.body, again.intent.body]);
    value(await till.counter.reveals.show(operationId));
    expect(till.counter.orders.place(newOperationId(), saleWith(), { besidesPending: false }).ok).toBe(true);
  });
});

describe('checking what the service signed for', () => {
  it('follows signature, digest, body and head of every order, offline', async () => {
    const till = await countersignedTill();
    await sold(till);
    await sold(till, () => refusal(409, 'price_changed'));
    await till.service.close();
    expect(statuses(till)).toEqual(['countersigned', 'countersigned']);
    expect(atOnce(sentAnyHead(till.counter.localRecords.journal))).toBe(true);
  });

  it('goes by the answer alone, whatever the profile requires of one by now', async () => {
    const till = await countersignedTill();
    await sold(till);
    await till.run({ profile: till.service.profileWith({ ...on, answer: { binding: [] } }) });
    expect(statuses(till)).toEqual(['countersigned']);
  });

  it('says "not countersigned" where the answer does not cover the request\'s digest', async () => {
    const till = await countersignedTill({
      ...on,
      answer: { binding: ['@method', '@authority', '@path', '@query', 'nonce', 'idempotency-key'] },
    });
    await sold(till, (id) => ({ ...completed(id), leftOut: ['content-digest;req'] }));
    expect(statuses(till)).toEqual(['notCountersigned not_covered']);
  });

  it('says so of what was sold while the option was off, and of what has no answer that could be verified', async () => {
    const till = await Till.open();
    await sold(till);
    expect(atOnce(sentAnyHead(till.counter.localRecords.journal))).toBe(false);
    await till.run({ profile: till.service.profileWith(on) });
    till.place();
    await sold(till, (id) => ({ ...completed(id), forged: true }));
    expect(statuses(till)).toEqual([
      'notCountersigned no_head_sent',
      'notCountersigned no_answer',
      'notCountersigned no_answer',
    ]);
  });

  it('says that it can no longer be checked where the codes were destroyed with their answer, and checks the head all the same', async () => {
    const till = await countersignedTill();
    const operationId = await sold(till);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    value(till.counter.reveals.handOver(operationId));
    const { journal } = till.counter.localRecords;
    value(
      journal.append({ subject: '', kind: 'policy-reported', body: { policyVersion: 1, scopes: ['cards:reveal'] } }),
    );
    expect(value(journal.purge(-1)).subjects).toBe(1);
    expect(statuses(till)).toEqual(['noLongerCheckable purged']);
    const forged = await rewritten(till, till.service.profileWith(on), (file) =>
      file.exec('UPDATE events SET at_ms = at_ms + 1 WHERE seq = 1'),
    );
    expect(statuses(forged)).toEqual(['contradicted head_differs']);
  });

  it('accuses nobody where the profile came to say otherwise how signatures are written', async () => {
    const till = await countersignedTill();
    await sold(till);
    await till.run({ profile: till.service.profileWith({ ...on, request: { emptyQuery: '' } }) });
    expect(statuses(till)).toEqual(['noLongerCheckable other_profile']);
  });

  it('trusts a key that was retired since, and says where nobody knows the key any more', async () => {
    const till = await countersignedTill();
    await sold(till);
    const renamed = { serviceKeys: { jwks: { keys: [{ ...till.service.publicKey, kid: 'service-2' }] } } };
    till.clock.skip(1_000);
    await till.run({ profile: till.service.profileWith({ ...on, ...renamed }) });
    expect(statuses(till)).toEqual(['countersigned']);
    await till.run({ profile: till.service.profileWith({ ...on, ...renamed, baseUrl: 'https://elsewhere.example' }) });
    expect(statuses(till)).toEqual(['noLongerCheckable unknown_key']);
  });
});

describe('records that were rewritten and hashed anew', () => {
  const onceSold = async (): Promise<{ till: Till; profile: DeploymentProfile; operationId: OperationId }> => {
    const till = await countersignedTill();
    const operationId = await sold(till);
    return { till, operationId, profile: till.service.profileWith(on) };
  };

  it('are contradicted by the head that went out, where the chain before the order was changed', async () => {
    const { till, profile } = await onceSold();
    await sold(till);
    await rewritten(till, profile, (file) =>
      file.exec(
        "UPDATE events SET at_ms = at_ms + 1 WHERE kind = 'answer-judged' AND seq = (SELECT min(seq) FROM events WHERE kind = 'answer-judged')",
      ),
    );
    expect(statuses(till)).toEqual(['countersigned', 'contradicted head_differs']);
  });

  it('are contradicted, head_differs, where the intent lost the head', async () => {
    const { till, profile } = await onceSold();
    await rewritten(till, profile, (file) =>
      file.exec("UPDATE events SET body = json_remove(body, '$.chainHead') WHERE kind = 'order-intended'"),
    );
    expect(statuses(till)).toEqual(['contradicted head_differs']);
  });

  it.each([
    ['body_differs', (text: OrderText) => ({ ...text, body: text.body.replace('"quantity":2', '"quantity":1') })],
    ['head_differs', (text: OrderText) => ({ ...text, externalReference: 'till 1/0043' })],
  ])('are contradicted, %s, where who has the data key sealed another text', async (reason, change) => {
    const { till, profile, operationId } = await onceSold();
    const { body = '', externalReference = null } = till.facts(operationId).intent;
    const changed = { ...till.facts(operationId).intent, ...change({ body, externalReference }) };
    const { vault } = till.counter;
    const records: SealedRecord[] = [];
    const fileText = (id: string, record: SealedRecord) => {
      records.push(record);
      return { id, sha256: sha256Base64url(record.ciphertext) };
    };
    const event = orderEvent(operationId, 'order-intended', changed);
    const { intended } = sealedIntent({ tx: { fileText }, vault, randomness: systemRandomness }, event);
    const [record] = records;
    await rewritten(till, profile, (file) => {
      file
        .prepare('UPDATE sealed_answers SET ciphertext = ? WHERE id = ?')
        .run(record?.ciphertext, `order:${operationId}`);
      file
        .prepare('UPDATE sealed_keys SET wrapped_key = ? WHERE id = ?')
        .run(record?.wrappedKey, `order:${operationId}`);
      file
        .prepare("UPDATE events SET body = ? WHERE kind = 'order-intended'")
        .run(canonicalJson(asJsonObject(intended.body)));
    });
    expect(statuses(till)).toEqual([`contradicted ${reason}`]);
  });

  it('cannot be checked any more where the sealed body does not open', async () => {
    const { till, profile } = await onceSold();
    await rewritten(till, profile, (file) =>
      file.exec("UPDATE sealed_keys SET wrapped_key = zeroblob(61) WHERE id LIKE 'order:%'"),
    );
    expect(statuses(till)).toEqual(['noLongerCheckable seal_failed']);
  });

  it('are contradicted by the signature, where the kept answer was changed and sealed anew', async () => {
    const { till, profile, operationId } = await onceSold();
    const { journal } = till.counter.localRecords;
    const { vault } = till.counter;
    const sealedId = till.facts(operationId).attempts.map(keptAnswerTo)[0]?.sealed.id ?? '';
    const record = journal.sealed(sealedId);
    const kept = record === null || record === 'purged' ? null : decodeAnswer(value(vault.unseal(sealedId, record)));
    if (kept === null) throw new Error('nothing kept');
    const body = Buffer.from(Buffer.from(kept.raw.body).toString('utf8').replace('VOUCHER-TEXT-1', 'VOUCHER-TEXT-9'));
    const changed = vault.seal(sealedId, encodeAnswer({ ...kept, raw: { ...kept.raw, body } }));
    const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(changed.ciphertext))).toString(
      'base64url',
    );
    await rewritten(till, profile, (file) => {
      file.prepare('UPDATE sealed_answers SET ciphertext = ? WHERE id = ?').run(changed.ciphertext, sealedId);
      file.prepare('UPDATE sealed_keys SET wrapped_key = ? WHERE id = ?').run(changed.wrappedKey, sealedId);
      file
        .prepare(
          "UPDATE events SET body = json_set(body, '$.sealed.sha256', ?) WHERE json_extract(body, '$.sealed.id') = ?",
        )
        .run(sha256, sealedId);
    });
    expect(statuses(till)).toEqual(['contradicted answer_differs']);
  });
});
