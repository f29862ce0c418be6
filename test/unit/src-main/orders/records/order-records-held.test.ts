import { expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import type { ScriptedAnswer } from '../scripted-service.ts';
import { processing, Till } from '../till.ts';

const failed = (operationId: OperationId): ScriptedAnswer => {
  return { status: 200, body: { operationId, status: 'failed' } };
};

it.each([
  ['accepted', processing],
  ['failed', failed],
] as const)(
  'an order that the service says is %s was held there: what it does not find now was not',
  async (state, reply) => {
    const till = await Till.open();
    const [held, lost] = [till.place(), till.place({ quantity: 3 })];
    till.service.script(reply(held), 'drop');
    expect(await till.resume(held)).toBe(state);
    expect(await till.resume(lost)).toBe('unknown');
    const { records } = till.counter.localRecords;
    expect(records.knownBeside(lost, till.facts(lost), till.counter.session.signingKey)).toBe(held);
  },
);
