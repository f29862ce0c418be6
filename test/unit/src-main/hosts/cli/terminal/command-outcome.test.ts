import { expect, it } from 'vitest';
import { done, failed, jsonLine } from '../../../../../../src-main/hosts/cli/terminal/command-outcome.ts';
import { counterCodes, refusalCodes } from '../../../../../../src-shared/contract/codes.ts';

it("calls a refusal the service's only where it answered with it", () => {
  expect(failed({ code: 'price_changed', httpStatus: 409 }).exit).toBe(3);
  expect(failed({ code: 'price_changed', field: 'expect-unit-price' }).exit).toBe(2);
  for (const code of refusalCodes) expect(failed({ code, httpStatus: 400 }).exit).toBe(3);
});

it('has an exit from 1 to 7 for every code, and 1 only for what is our own fault', () => {
  const exits = new Map(counterCodes.map((code) => [code, failed({ code }).exit]));
  expect([...exits.values()].every((exit) => exit >= 1 && exit <= 7)).toBe(true);
  expect([...exits].filter(([, exit]) => exit === 1).map(([code]) => code)).toEqual(['sandbox_failed', 'counter_bug']);
  expect([...exits].filter(([, exit]) => exit === 6).map(([code]) => code)).toEqual(
    expect.arrayContaining(['journal_in_use', 'journal_corrupt', 'journal_not_writable', 'passphrase_required']),
  );
  expect([...exits].filter(([, exit]) => exit === 7).map(([code]) => code)).toEqual(
    expect.arrayContaining(['service_unreachable', 'connection_lost', 'answer_timeout', 'answer_unverified']),
  );
});

it('is ok only with exit 0', () => {
  expect(jsonLine(done({ items: [] }))).toBe('{"ok":true,"value":{"items":[]}}');
  expect(jsonLine(failed({ code: 'input_invalid', field: 'card' }))).toBe(
    '{"ok":false,"error":{"code":"input_invalid","field":"card"}}',
  );
});

it('keeps to the promised members of an error, in their order', () => {
  const error = {
    detail: 'signature_missing',
    httpStatus: 409,
    requestId: 'r',
    operationId: 'o',
    field: 'f',
    code: 'needs_attention',
  } as const;
  expect(jsonLine({ exit: 5, error, value: 1 })).toBe(
    '{"ok":false,"error":{"code":"needs_attention","field":"f","operationId":"o","requestId":"r","httpStatus":409},"value":1}',
  );
});

it('has a value with 3 to 5, be it null', () => {
  expect(jsonLine(failed({ code: 'card_not_found', httpStatus: 404 }))).toBe(
    '{"ok":false,"error":{"code":"card_not_found","httpStatus":404},"value":null}',
  );
  expect(jsonLine(failed({ code: 'service_unreachable' }))).toBe('{"ok":false,"error":{"code":"service_unreachable"}}');
});
