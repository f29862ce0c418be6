import { rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownId, type InvoiceId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { decodeAnswer } from '../../../../../src-main/exchange/kept-answer.ts';
import { codesStateOf, viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import { invoiceId, otherOperationId, soldCardId, walletId } from '../../orders/order-samples.ts';
import { everyBinding, type Turn } from '../../orders/scripted-service.ts';
import { codes, completed, completedOrder, processing, refusal, Till, value } from '../../orders/till.ts';

const invoice = knownId<InvoiceId>(invoiceId);
const [firstCode, secondCode] = codes;

/** A completed order of two cards, of which the first answer brought this many codes. */
async function bought(
  soldCards: readonly object[] | undefined,
  ...more: readonly Turn[]
): Promise<{ till: Till; operationId: OperationId }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId, { soldCards }), ...more);
  expect(await till.resume(operationId)).toBe('completed');
  return { till, operationId };
}

const twice = [
  { soldCardId: soldCardId(1), voucher: 'VOUCHER-A' },
  { soldCardId: soldCardId(1), voucher: 'VOUCHER-B' },
];
const invoiceReveal = (cards: unknown): Turn => ({ status: 200, body: { items: cards } });

describe('showing the codes of an order', () => {
  it('gives those that lie sealed here, without asking the service, as often as they are asked for', async () => {
    const { till, operationId } = await bought(codes);
    expect(codesStateOf(till.facts(operationId))).toBe('sealed');
    await till.service.close();
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.kinds(operationId).slice(-2)).toEqual(['codes-shown', 'codes-shown']);
  });

  it.each([
    ['the key is gone', 'DELETE FROM sealed_keys'],
    ['the key is another', 'UPDATE sealed_keys SET wrapped_key = zeroblob(length(wrapped_key))'],
  ])('asks by invoice where what lies here does not open, since %s, and keeps what it learns', async (_, sql) => {
    const { till, operationId } = await bought(codes, invoiceReveal(codes));
    till.close();
    const file = new BetterSqlite3(join(till.directory, 'journal.db'));
    file.exec('DROP TRIGGER sealed_keys_are_not_changed');
    file.exec(sql);
    file.close();
    await till.run();
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    await till.service.close();
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('asks by invoice where too few usable ones came, and keeps what it learns', async () => {
    const { till, operationId } = await bought(
      [firstCode, { soldCardId: soldCardId(2) }].filter((code) => code !== undefined),
      invoiceReveal(codes),
    );
    expect(codesStateOf(till.facts(operationId))).toBe('toReveal');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.service.seen.at(-1)).toMatchObject({
      method: 'POST',
      target: `/v1/wallets/${walletId}/invoices/${invoiceId}/cards/reveal`,
    });
    expect(till.service.seen.at(-1)?.body).toHaveLength(0);
    expect(till.kinds(operationId).slice(-4)).toEqual([
      'reveal-started',
      'reveal-answer-sealed',
      'codes-revealed',
      'codes-shown',
    ]);
    expect(
      till.counter.localRecords.journal.events({ subject: operationId, kind: 'reveal-started' }).at(-1)?.body[
        'profileHash'
      ],
    ).toBe(till.counter.session.profileHash);
    expect(codesStateOf(till.facts(operationId))).toBe('sealed');
    await till.run();
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.service.seen).toHaveLength(2);
  });

  it('takes its own from an invoice that holds other cards too, by the list of owned cards', async () => {
    const other = { soldCardId: soldCardId(9), voucher: 'ANOTHER-VOUCHER' };
    const owned = (...ids: readonly number[]): Turn => ({
      status: 200,
      body: {
        // Its own are all on this page: no other is asked for.
        nextCursor: 'next',
        items: ids.map((id) => ({
          soldCardId: soldCardId(id),
          operationId: id === 9 ? otherOperationId : operationId,
        })),
      },
    });
    const { till, operationId } = await bought([]);
    const whole = invoiceReveal([...codes, other]);
    till.service.script(whole, owned(9, 2, 1), whole);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect([...till.facts(operationId).sealedCodes.keys()]).toEqual([soldCardId(1), soldCardId(2)]);
    expect(till.service.seen.slice(1).map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });

  it('gives nothing of such an invoice where the list does not say whose they are', async () => {
    const { till, operationId } = await bought([]);
    const other = { soldCardId: soldCardId(9), voucher: 'ANOTHER-VOUCHER' };
    till.service.script(invoiceReveal([...codes, other]), {
      status: 200,
      body: { items: codes.map(({ soldCardId: id }) => ({ soldCardId: id })) },
    });
    expect(await till.counter.reveals.show(operationId)).toMatchObject({
      ok: false,
      error: { code: 'codes_unavailable' },
    });
    expect(till.facts(operationId).sealedCodes.size).toBe(0);
  });

  it('files every usable card of a reveal: one without codes keeps no other back', async () => {
    const { till, operationId } = await bought(
      [],
      invoiceReveal([firstCode, { soldCardId: soldCardId(2) }]),
      refusal(403, 'insufficient_scope'),
      invoiceReveal([secondCode, secondCode]),
    );
    expect(value(await till.counter.reveals.show(operationId))).toEqual([firstCode]);
    expect(codesStateOf(till.facts(operationId))).toBe('toReveal');
    expect(value(await till.counter.reveals.show(operationId))).toEqual([firstCode]);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(codesStateOf(till.facts(operationId))).toBe('sealed');
  });

  it('gives every card of an order of which the service says itself that it sold another number', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const three = [...codes, { soldCardId: soldCardId(3), serialNumber: 'S3', voucher: 'V3' }];
    till.service.script(completed(operationId, { quantity: 3, soldCards: undefined }), invoiceReveal(three));
    expect(await till.resume(operationId)).toBe('attention');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(three);
  });

  it.each<readonly [string, object]>([
    ['total', { total: { amount: '2.5000', currency: 'KWD' } }],
    ['quantity', { quantity: '2' }],
    ['walletId', { walletId: walletId.toUpperCase() }],
    ['soldCards', { soldCards: codes.map((code) => ({ ...code, soldCardId: code.soldCardId.toUpperCase() })) }],
  ])(
    'gives the codes of an order whose %s nobody can compare, before and after a person decided',
    async (name, change) => {
      const till = await Till.open();
      const operationId = till.place();
      till.service.script(completed(operationId, change));
      expect(await till.resume(operationId)).toBe('attention');
      expect(viewOf(operationId, till.facts(operationId), till.clock.nowMs()).attention).toEqual({
        reason: 'differs',
        differs: [name],
        choices: ['accept-as-bought'],
      });
      expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
      value(till.counter.orders.decide(operationId, 'accept-as-bought'));
      expect(till.stateOf(operationId)).toBe('completed');
      expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    },
  );

  it.each<readonly [string, (operationId: string) => readonly Turn[]]>([
    ['the answer to the order', (id) => [completed(id, { soldCards: twice }), refusal(403, 'insufficient_scope')]],
    ['a reveal', (id) => [completed(id, { soldCards: [] }), invoiceReveal(twice)]],
  ])(
    'keeps both vouchers where two entries of %s name one card, shows and prints both, and copies neither',
    async (_name, turns) => {
      const till = await Till.open();
      const operationId = till.place();
      till.service.script(...turns(operationId));
      expect(await till.resume(operationId)).toBe('completed');
      const both = twice.map((code) => ({ serialNumber: null, ...code }));
      expect(value(await till.counter.reveals.show(operationId))).toEqual(both);
      await till.run();
      till.service.script('drop');
      expect(value(await till.counter.reveals.show(operationId, soldCardId(1)))).toEqual(both);
      expect(till.counter.reveals.copy(operationId, soldCardId(1), 'voucher')).toMatchObject({
        ok: false,
        error: { code: 'codes_unavailable' },
      });
    },
  );

  it('is for a person where two entries for one card are more codes than were bought', async () => {
    const till = await Till.open();
    const operationId = till.place({ quantity: 1 });
    till.service.script(completed(operationId, { quantity: 1, total: undefined, soldCards: twice }));
    expect(await till.resume(operationId)).toBe('attention');
    expect(value(await till.counter.reveals.show(operationId))).toHaveLength(2);
  });

  it('reveals by an invoice whose id came in capitals', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(
      completed(operationId, { soldCards: undefined, invoiceId: invoiceId.toUpperCase() }),
      invoiceReveal(codes),
    );
    expect(await till.resume(operationId)).toBe('attention');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.service.seen.at(-1)?.target).toContain(`/invoices/${invoiceId}/`);
  });

  it.each<readonly [string, unknown]>([
    ['more cards than were bought', [...codes, { soldCardId: soldCardId(3), voucher: 'V3' }]],
    ['other cards than those known', [firstCode, { soldCardId: soldCardId(3), voucher: 'V3' }]],
    ['cards without codes', [{ soldCardId: soldCardId(1) }, { soldCardId: soldCardId(2) }]],
    ['no list at all', 'gone'],
  ])('refuses a reveal with %s, and gives what was here before', async (_name, cards) => {
    const { till, operationId } = await bought(
      [secondCode].filter((code) => code !== undefined),
      invoiceReveal(cards),
    );
    expect(value(await till.counter.reveals.show(operationId))).toEqual([secondCode]);
    expect(codesStateOf(till.facts(operationId))).toBe('toReveal');
    expect(till.kinds(operationId).slice(-4)).toEqual([
      'reveal-started',
      'reveal-answer-sealed',
      'reveal-failed',
      'codes-shown',
    ]);
  });

  it.each([
    [403, 'insufficient_scope'],
    [401, 'invalid_credentials'],
    [404, 'resource_not_found'],
    [409, 'reveal_not_allowed'],
    [422, 'invoice_reveal_limit_exceeded'],
    [409, 'replay_detected'],
    [409, 'wallet_disabled'],
    [409, 'wallet_expired'],
    [409, 'business_subscription_required'],
    [422, 'validation_failed'],
    [429, 'rate_limited'],
    [503, 'dependency_unavailable'],
    [504, 'request_timeout'],
    [500, 'internal_error'],
  ] as const)('answers %i %s as it is, and writes it down', async (status, code) => {
    const { till, operationId } = await bought([], refusal(status, code));
    expect(await till.counter.reveals.show(operationId)).toEqual({
      ok: false,
      error: { code, httpStatus: status, requestId: 'request-1', operationId },
    });
    expect(till.kinds(operationId).slice(-3)).toEqual(['reveal-started', 'reveal-answer-sealed', 'reveal-failed']);
    till.service.script(invoiceReveal(codes));
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it.each<readonly [string, Turn, object]>([
    ['gets lost', 'drop', { code: 'connection_lost' }],
    [
      'is not signed',
      { status: 200, body: { items: codes }, unsigned: true },
      { code: 'answer_unverified', detail: 'signature_missing' },
    ],
    [
      'is forged',
      { status: 200, body: { items: codes }, forged: true },
      { code: 'answer_unverified', detail: 'signature_invalid' },
    ],
    [
      'is not bound to the request',
      { status: 200, body: { items: codes }, leftOut: ['nonce;req'] },
      { code: 'answer_unverified', detail: 'not_bound', field: 'nonce;req' },
    ],
  ])('shows nothing from an answer that %s', async (_name, turn, error) => {
    const { till, operationId } = await bought([], turn);
    expect(await till.counter.reveals.show(operationId)).toEqual({ ok: false, error: { ...error, operationId } });
    expect(till.kinds(operationId).at(-1)).toBe('reveal-failed');
  });

  it('keeps the bytes of an answer that cannot be verified', async () => {
    const { till, operationId } = await bought([], { status: 200, body: { items: codes }, forged: true });
    await till.counter.reveals.show(operationId);
    const { journal } = till.counter.localRecords;
    const [{ id }] = z
      .tuple([z.object({ id: z.string() })])
      .parse(journal.events({ subject: operationId, kind: 'reveal-answer-sealed' }).map(({ body }) => body['sealed']));
    const record = journal.sealed(id);
    if (record === null || record === 'purged') throw new Error('nothing was kept');
    const answer = decodeAnswer(value(till.counter.vault.unseal(id, record)));
    expect(answer?.request.operation).toBe('revealPartnerInvoiceCards');
    expect(JSON.parse(Buffer.from(answer?.raw.body ?? []).toString('utf8'))).toEqual({ items: codes });
  });

  it('takes no answer that already gave the codes of another order', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: [] } }) });
    const [first, second] = [till.place(), till.place()];
    till.service.script(
      completed(first, { soldCards: [] }),
      completed(second, { soldCards: [] }),
      { status: 200, body: { items: codes }, leftOut: everyBinding },
      'again',
    );
    await till.resume(first);
    await till.resume(second);
    expect(value(await till.counter.reveals.show(first))).toEqual(codes);
    expect(await till.counter.reveals.show(second)).toEqual({
      ok: false,
      error: { code: 'answer_unverified', detail: 'another_answer_reused', operationId: second },
    });
  });

  it('has nothing to show of an order that is unknown, not completed, or without an invoice and listed cards', async () => {
    const till = await Till.open();
    const [pending, without] = [till.place(), till.place()];
    till.service.script(
      processing(pending),
      { status: 200, body: completedOrder(without, { soldCards: undefined, invoiceId: undefined }) },
      { status: 200, body: { items: [] } },
    );
    await till.resume(pending);
    await till.resume(without);
    const { reveals } = till.counter;
    expect(await reveals.show(otherOperationId)).toEqual({
      ok: false,
      error: { code: 'operation_unknown', operationId: otherOperationId },
    });
    expect(await reveals.show(pending)).toEqual({
      ok: false,
      error: { code: 'codes_unavailable', detail: 'not_completed', operationId: pending },
    });
    expect(await reveals.show(without)).toEqual({
      ok: false,
      error: { code: 'codes_unavailable', detail: 'no_invoice', operationId: without },
    });
    expect(reveals.handOver(pending)).toMatchObject({ ok: false, error: { code: 'codes_unavailable' } });
    expect(till.service.seen).toHaveLength(3);
  });

  it('asks by invoice again where they were purged after their hand-over, and says so where the service refuses', async () => {
    const { till, operationId } = await bought(codes, refusal(403, 'insufficient_scope'), invoiceReveal(codes));
    const { reveals, localRecords } = till.counter;
    value(await reveals.show(operationId));
    value(reveals.handOver(operationId));
    const [sealedId = ''] = till.facts(operationId).sealedCodes.values();
    value(localRecords.journal.transaction((tx) => tx.purgeSealed(sealedId)));
    expect(reveals.copy(operationId, soldCardId(1), 'voucher')).toMatchObject({
      ok: false,
      error: { code: 'codes_unavailable', detail: 'purged' },
    });
    expect(await reveals.show(operationId, soldCardId(1))).toMatchObject({
      ok: false,
      error: { code: 'insufficient_scope', operationId },
    });
    expect(value(await reveals.show(operationId))).toEqual(codes);
    expect(value(await reveals.show(operationId, soldCardId(2)))).toEqual([secondCode]);
    expect(value(reveals.copy(operationId, soldCardId(1), 'voucher'))).toBe('VOUCHER-TEXT-1');
    expect(till.service.seen).toHaveLength(3);
    expect(codesStateOf(till.facts(operationId))).toBe('handedOver');
  });
});

describe('the record of deliveries', () => {
  it('has each copy by card and part, before the text comes out, and never the text', async () => {
    const { till, operationId } = await bought(codes);
    expect(value(till.counter.reveals.copy(operationId, soldCardId(2), 'voucher'))).toBe('VOUCHER-TEXT-2');
    expect(value(till.counter.reveals.copy(operationId, soldCardId(1), 'serialNumber'))).toBe('SERIAL-NUMBER-1');
    const copies = till.counter.localRecords.journal.events({ subject: operationId, kind: 'codes-copied' });
    expect(copies.map(({ body }) => body)).toEqual([
      { soldCardId: soldCardId(2), part: 'voucher' },
      { soldCardId: soldCardId(1), part: 'serialNumber' },
    ]);
  });

  it('has no copy of what is not there', async () => {
    const { till, operationId } = await bought([{ soldCardId: soldCardId(1), voucher: 'V1' }]);
    expect(till.counter.reveals.copy(operationId, soldCardId(1), 'serialNumber')).toMatchObject({
      ok: false,
      error: { code: 'codes_unavailable' },
    });
    expect(till.counter.reveals.copy(operationId, soldCardId(2), 'voucher')).toMatchObject({
      ok: false,
      error: { code: 'codes_unavailable' },
    });
    expect(till.kinds(operationId)).not.toContain('codes-copied');
  });

  it('has the hand-over once', async () => {
    const { till, operationId } = await bought(codes);
    expect(till.counter.reveals.handOver(operationId)).toEqual({
      ok: false,
      error: { code: 'codes_not_shown', operationId },
    });
    value(await till.counter.reveals.show(operationId));
    value(till.counter.reveals.handOver(operationId));
    expect(codesStateOf(value(till.counter.reveals.handOver(operationId)))).toBe('handedOver');
    expect(till.kinds(operationId).filter((kind) => kind === 'codes-handed-over')).toHaveLength(1);
  });
});

describe('revealing an owned card or an invoice', () => {
  it('shows the card that was asked for', async () => {
    const till = await Till.open();
    till.service.script({ status: 200, body: firstCode });
    expect(value(await till.counter.reveals.revealCard(walletId, soldCardId(1)))).toEqual([firstCode]);
    expect(till.service.seen[0]?.target).toBe(`/v1/wallets/${walletId}/cards/${soldCardId(1)}/reveal`);
    expect(till.counter.localRecords.journal.events({ kind: 'reveal-started' }).at(-1)?.body['profileHash']).toBe(
      till.counter.session.profileHash,
    );
    expect(till.kinds(`card:${soldCardId(1)}`)).toEqual([
      'reveal-started',
      'reveal-answer-sealed',
      'codes-revealed',
      'codes-shown',
    ]);
  });

  it('shows no other card', async () => {
    const till = await Till.open();
    till.service.script({ status: 200, body: secondCode }, { status: 200, body: { items: codes } });
    const refused = {
      ok: false,
      error: { code: 'codes_unavailable', detail: 'other_cards', httpStatus: 200, requestId: 'request-1' },
    };
    expect(await till.counter.reveals.revealCard(walletId, soldCardId(1))).toEqual(refused);
    expect(await till.counter.reveals.revealCard(walletId, soldCardId(1))).toEqual(refused);
    expect(till.kinds(`card:${soldCardId(1)}`)).not.toContain('codes-shown');
  });

  it('shows every card of an invoice', async () => {
    const till = await Till.open();
    till.service.script({ status: 200, body: { items: codes } }, refusal(422, 'invoice_reveal_limit_exceeded'));
    expect(value(await till.counter.reveals.revealInvoice(walletId, invoice))).toEqual(codes);
    expect(await till.counter.reveals.revealInvoice(walletId, invoice)).toMatchObject({
      ok: false,
      error: { code: 'invoice_reveal_limit_exceeded' },
    });
    expect(till.kinds(`invoice:${invoiceId}`)).toEqual([
      'reveal-started',
      'reveal-answer-sealed',
      'codes-revealed',
      'codes-shown',
      'reveal-started',
      'reveal-answer-sealed',
      'reveal-failed',
    ]);
  });

  it('asks for nothing where what comes could not be sealed', async () => {
    const till = await Till.open();
    rmSync(join(till.directory, 'vault.json'));
    expect(await till.counter.reveals.revealCard(walletId, soldCardId(1))).toMatchObject({
      ok: false,
      error: { code: 'seal_failed' },
    });
    expect(till.service.seen).toHaveLength(0);
  });
});
