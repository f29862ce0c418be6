import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../../src-main/core/ids.ts';
import { orderOutcome } from '../../../../../../src-main/hosts/cli/commands/order-outcome.ts';
import { settle } from '../../../../../../src-main/hosts/cli/commands/resume.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { jsonLine, type CommandOutcome } from '../../../../../../src-main/hosts/cli/terminal/command-outcome.ts';
import { languageIn } from '../../../../../../src-main/hosts/cli/terminal/context.ts';
import type { Verdict } from '../../../../../../src-main/orders/machine/events.ts';
import { stateOf } from '../../../../../../src-main/orders/machine/order.ts';
import { refusalTable } from '../../../../../../src-main/orders/machine/refusal-table.ts';
import { attentionReasons, refusalCodes, type OrderState } from '../../../../../../src-shared/contract/codes.ts';
import { languageCodes } from '../../../../../../src-shared/words/languages.ts';
import { terminalText } from '../../../../../../src-shared/words/main-text.ts';
import {
  completedVerdict,
  History,
  intendedAtMs,
  invoiceId,
  operationId as anyOperation,
} from '../../../orders/order-samples.ts';
import type { Reply, ScriptedAnswer } from '../../../orders/scripted-service.ts';
import { codes, completed, completedOrder, processing, refusal, Till, value } from '../../../orders/till.ts';

let till: Till;
let said: string[];
beforeEach(async () => {
  till = await Till.open();
  said = [];
});

function goOn(operationId: OperationId, ...words: readonly string[]): Promise<CommandOutcome> {
  const args = value(readArguments(words));
  const context = {
    args,
    text: terminalText(languageIn(args)),
    say: (sentence: string) => void said.push(sentence),
    nowMs: () => till.clock.nowMs(),
  };
  return settle(context, till.counter, operationId, 0);
}

const revealed: ScriptedAnswer = { status: 200, body: { soldCards: codes } };
const withoutCodes = (operationId: string): ScriptedAnswer => completed(operationId, { soldCards: [] });

describe('an order that was bought', () => {
  it('exits 0 and says beside the sale why its codes did not come, in every language', async () => {
    for (const language of languageCodes) {
      const operationId = till.place();
      till.service.script(withoutCodes(operationId), refusal(403, 'insufficient_scope'));
      const outcome = await goOn(operationId, '--reveal', '--language', language);
      expect(outcome).toMatchObject({
        exit: 0,
        value: {
          operationId,
          state: 'completed',
          invoiceId,
          codes: [],
          codesError: { code: 'insufficient_scope', httpStatus: 403, requestId: 'request-1' },
        },
      });
      expect(JSON.parse(jsonLine(outcome))).toMatchObject({
        ok: true,
        value: { codesError: { code: 'insufficient_scope' } },
      });
      expect(said.at(-1)).toBe(
        `${operationId}: ${terminalText(language)('order.codesNotHere')} ` +
          `insufficient_scope (operation ${operationId}, HTTP 403, request request-1)`,
      );
      // Once they may be shown the same command brings them.
      till.service.script(revealed);
      expect(await goOn(operationId, '--reveal')).toMatchObject({ exit: 0, value: { codes } });
    }
  });

  it('exits 0 whatever became of the reveal', async () => {
    const tooMany = [1, 2, 3].map((index) => ({
      soldCardId: `0e000000-0000-4000-8000-00000000001${index}`,
      voucher: 'V',
    }));
    const replies: readonly (readonly [Reply, string])[] = [
      ...refusalCodes.map((code) => [refusal(409, code), code] as const),
      ['drop', 'connection_lost'],
      [{ ...revealed, forged: true }, 'answer_unverified'],
      [{ status: 200, body: {} }, 'codes_unavailable'],
      [{ status: 200, body: { soldCards: tooMany } }, 'codes_unavailable'],
    ];
    for (const [reply, code] of replies) {
      const operationId = till.place();
      till.service.script(withoutCodes(operationId), reply);
      expect(await goOn(operationId, '--reveal'), code).toMatchObject({
        exit: 0,
        value: { state: 'completed', codesError: { code } },
      });
      expect(await goOn(operationId), code).toMatchObject({ exit: 0, value: { state: 'completed' } });
    }
  });

  it('exits 0 without an invoice, with half of its codes, and where a person counted it as bought', async () => {
    const [without, half, counted] = [till.place(), till.place(), till.place()];
    const noCards = { status: 200, body: { items: [] } };
    till.service.script(
      { status: 200, body: completedOrder(without, { soldCards: undefined, invoiceId: undefined }) },
      noCards,
    );
    expect(await goOn(without, '--reveal')).toMatchObject({
      exit: 0,
      value: { codesError: { code: 'codes_unavailable' } },
    });
    till.service.script(completed(half, { soldCards: codes.slice(0, 1) }), refusal(403, 'reveal_not_allowed'));
    expect(await goOn(half, '--reveal')).toMatchObject({
      exit: 0,
      value: { codes: codes.slice(0, 1), codesError: { code: 'reveal_not_allowed' } },
    });
    till.service.script(refusal(409, 'idempotency_conflict'));
    expect(await till.resume(counted)).toBe('attention');
    value(till.counter.orders.decide(counted, 'accept-as-bought'));
    till.service.script(noCards);
    expect(await goOn(counted, '--reveal')).toMatchObject({
      exit: 0,
      value: { state: 'completed', codesError: { code: 'codes_unavailable' } },
    });
  });

  it('stays for a person where it is not what was meant, with its codes or why they did not come', async () => {
    const [shown, hidden] = [till.place(), till.place()];
    till.service.script(completed(shown, { quantity: 3 }));
    expect(await goOn(shown, '--reveal')).toMatchObject({
      exit: 5,
      error: { code: 'needs_attention' },
      value: { codes },
    });
    till.service.script(completed(hidden, { cardId: invoiceId, soldCards: [] }), refusal(403, 'insufficient_scope'));
    expect(await goOn(hidden, '--reveal')).toMatchObject({
      exit: 5,
      error: { code: 'needs_attention' },
      value: { codesError: { code: 'insufficient_scope' } },
    });
  });

  it('has no word on codes where nobody asked for them or all of them came', async () => {
    const operationId = till.place();
    till.service.script(completed(operationId));
    for (const args of [[], ['--reveal']])
      expect(await goOn(operationId, ...args)).not.toHaveProperty('value.codesError');
    expect(said).toEqual([]);
  });
});

describe('the exit of an order', () => {
  const notBought: readonly OrderState[] = ['refused', 'failed', 'cancelled', 'notBought'];
  const verdict = fc.oneof(
    fc.constant<Verdict>(completedVerdict()),
    fc.constant<Verdict>(completedVerdict({ differs: ['total'] })),
    fc.constant<Verdict>({ outcome: 'failed' }),
    fc.boolean().map((recoveryExhausted): Verdict => ({ outcome: 'accepted', recoveryExhausted })),
    fc
      .tuple(fc.constantFrom('refused', 'blocked', 'waiting', 'settling'), fc.constantFrom(...refusalCodes))
      .map(([outcome, code]): Verdict => ({ outcome, code })),
    fc
      .tuple(fc.constantFrom('unknown', 'nothing'), fc.constantFrom(...refusalCodes))
      .map(([outcome, code]): Verdict => ({ outcome, code })),
    fc
      .tuple(fc.constantFrom(...attentionReasons), fc.constantFrom(...refusalCodes))
      .map(([reason, code]): Verdict => ({ outcome: 'attention', reason, code })),
    fc.constant<Verdict>({ outcome: 'unverified', reason: 'stale' }),
  );
  const asked = fc.record(
    {
      codes: fc.constant(codes),
      codesError: fc.record({
        code: fc.constantFrom(...refusalCodes),
        httpStatus: fc.constantFrom(403, 404, 409, 503),
      }),
    },
    { requiredKeys: [] },
  );

  it('is 3 only where nothing was bought and 0 only where it was, whatever was answered and asked', () => {
    fc.assert(
      fc.property(
        fc.array(verdict, { maxLength: 5 }),
        asked,
        fc.integer({ min: 0, max: 3_600_000 }),
        (verdicts, codesAsked, laterMs) => {
          const { facts } = verdicts.reduce((history, one) => history.judged(one), new History());
          const state = stateOf(facts, intendedAtMs + laterMs);
          const expected = state === 'completed' ? 0 : state === 'attention' ? 5 : notBought.includes(state) ? 3 : 4;
          expect(orderOutcome(anyOperation, facts, intendedAtMs + laterMs, codesAsked).exit).toBe(expected);
        },
      ),
    );
  });

  const refusals = refusalTable.flatMap((row) => row.codes.map((code) => refusal(row.status?.[0] ?? 409, code)));

  it.each<readonly [string, readonly ((operationId: string) => Reply)[]]>([
    ['first', []],
    ['after a lost answer', [() => 'drop']],
    ['once it was taken', [(id) => processing(id)]],
    ['once it was bought', [withoutCodes]],
  ])('is never 3 where a sale may exist: every refusal %s', async (when, turns) => {
    for (const refused of refusals) {
      // After a 429 the whole counter rests.
      till.clock.skip(10_000);
      const operationId = till.place();
      till.service.unscript();
      till.service.script(...turns.map((turn) => turn(operationId)), ...turns.map(() => refused));
      if (turns.length > 0) await goOn(operationId);
      for (const args of [[], ['--reveal'], ['--reveal']]) {
        till.service.script(refused, refused);
        const { exit } = await goOn(operationId, ...args);
        const notSold = when === 'first' && till.stateOf(operationId) === 'refused';
        expect([exit === 3, exit === 0], JSON.stringify(refused)).toEqual([notSold, when === 'once it was bought']);
      }
    }
  });
});

describe('an order that the service asked to wait with', () => {
  it('is left alone, says until when in every language, and goes out with --now', async () => {
    for (const language of languageCodes) {
      const operationId = till.place();
      till.service.script(processing(operationId, { 'retry-after': '7200' }), completed(operationId));
      await goOn(operationId);
      said = [];
      const outcome = await goOn(operationId, '--language', language);
      const until = /\d{4}-\S+Z/.exec(said.join())?.[0] ?? '';
      expect(outcome).toMatchObject({ exit: 4, value: { state: 'accepted' } });
      expect(Date.parse(until) - till.clock.nowMs()).toBeGreaterThan(7_190_000);
      expect(said).toEqual([
        `${operationId}: ${terminalText(language)('order.askedUntil', { time: until })} (resume --now)`,
      ]);
      expect(await goOn(operationId, '--now')).toMatchObject({ exit: 0, value: { state: 'completed' } });
    }
  });
});
