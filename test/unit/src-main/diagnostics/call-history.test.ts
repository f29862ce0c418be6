import { describe, expect, it } from 'vitest';
import {
  createCallHistory,
  type CallHistory,
  type UntriedForm,
} from '../../../../src-main/diagnostics/call-history.ts';
import type { Judged } from '../../../../src-main/partner-api/judge.ts';
import type { OperationName } from '../../../../src-main/partner-api/operations/table.ts';
import type { PreparedRequest } from '../../../../src-main/partner-api/request.ts';

const memory = () => {
  const texts = new Map<UntriedForm, string>();
  const kept: string[] = [];
  return {
    kept,
    read: (form: UntriedForm) => texts.get(form) ?? null,
    keep: (form: UntriedForm, text: string) => {
      texts.set(form, text);
      kept.push(form);
    },
  };
};

function called(operation: OperationName, query = ''): PreparedRequest {
  return {
    operation,
    url: `https://service.example/v1/x${query}`,
    headers: [],
    body: null,
    nonce: null,
    datedMs: 0,
    createdAtSeconds: 0,
    expiresAtSeconds: 0,
  };
}

function refusal(status: number, code: string, field?: string): Judged {
  return {
    kind: 'verified',
    status,
    body: new TextEncoder().encode(JSON.stringify({ code, field })),
    header: () => null,
    bound: new Set(),
    createdAtSeconds: 0,
    serviceKeyId: 'k',
    signatureSha256: 's',
  };
}

const refused = refusal(401, 'invalid_credentials');
const troublesOf = (history: CallHistory) => [...history.troubles()].map(([form, trouble]) => `${form} ${trouble}`);

describe('how the last calls of each form went', () => {
  it('is known of orders, reveals and further pages, and of nothing that the diagnostics try themselves', () => {
    const history = createCallHistory('a', memory());
    for (const call of [called('getPartnerWallets'), called('runPartnerSignatureDiagnostic')])
      history.heard(call, refused);
    expect(troublesOf(history)).toEqual([]);
    history.heard(called('createPartnerOrder'), refused);
    history.heard(called('revealPartnerInvoiceCards'), { kind: 'unverified', reason: 'not_bound' });
    history.heard(called('getPartnerWallets', '?cursor=b'), refused);
    expect(troublesOf(history)).toEqual(['order refused', 'reveal uncovered', 'nextPage refused']);
  });

  it('is well again with the first whose signature is accepted, whatever the service says beside that', () => {
    const history = createCallHistory('a', memory());
    history.heard(called('createPartnerOrder'), refused);
    history.heard(called('createPartnerOrder'), refusal(503, 'dependency_unavailable'));
    history.heard(called('createPartnerOrder'), { kind: 'unverified', reason: 'digest_mismatch' });
    expect(troublesOf(history)).toEqual(['order refused']);
    history.heard(called('createPartnerOrder'), refusal(409, 'insufficient_balance'));
    expect(troublesOf(history)).toEqual([]);
  });

  it('is not well for a body that was refused, which a service may look at before the signature', () => {
    const history = createCallHistory('a', memory());
    history.heard(called('createPartnerOrder'), refused);
    for (const field of [undefined, 'quantity', 'expectedTotal.amount'])
      history.heard(called('createPartnerOrder'), refusal(422, 'validation_failed', field));
    expect(troublesOf(history)).toEqual(['order refused']);
  });

  it.each(['headers.idempotency-key', 'Nonce', '/headers/content-digest'])(
    'is not well where a line of the request was refused: %s',
    (field) => {
      const history = createCallHistory('a', memory());
      history.heard(called('createPartnerOrder'), refusal(422, 'validation_failed', field));
      expect(troublesOf(history)).toEqual(['order refused']);
    },
  );

  it('says nothing of a form where calls of every form are refused', () => {
    const history = createCallHistory('a', memory());
    history.heard(called('createPartnerOrder'), refused);
    history.heard(called('revealPartnerOwnedCard'), { kind: 'unverified', reason: 'component_not_covered' });
    history.heard(called('getPartnerProfile'), refused);
    expect(troublesOf(history)).toEqual(['reveal uncovered']);
  });

  it('names what an answer left out, to the next run too', () => {
    const kept = memory();
    createCallHistory('a', kept).heard(called('createPartnerOrder'), {
      kind: 'unverified',
      reason: 'not_bound',
      component: 'idempotency-key;req',
    });
    const history = createCallHistory('a', kept);
    expect([history.uncovered(), createCallHistory('b', kept).uncovered()]).toEqual([['idempotency-key;req'], []]);
    history.heard(called('createPartnerOrder'), refusal(409, 'insufficient_balance'));
    expect(history.uncovered()).toEqual([]);
  });

  it('is still known to the next run, under the same profile only', () => {
    const kept = memory();
    createCallHistory('a', kept).heard(called('createPartnerOrder'), refused);
    expect(troublesOf(createCallHistory('a', kept))).toEqual(['order refused']);
    expect(troublesOf(createCallHistory('b', kept))).toEqual([]);
  });

  it('is written only where it changes', () => {
    const kept = memory();
    const history = createCallHistory('a', kept);
    const [good, call] = [refusal(409, 'price_changed'), called('createPartnerOrder')];
    for (const judged of [good, good, refused, refused, good, good]) history.heard(call, judged);
    expect(kept.kept).toEqual(['order', 'order']);
  });
});
