import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { eachAgain, FailingTill } from '../failing-till.ts';
import { codes } from '../till.ts';

/** Codes that do not open are asked for again. */
const codesNotOpened = 'vault.unseal';
/** What finds a sale by a serial number is made later, and nobody has to hear of it. */
const madeLater = ['vault.unseal', 'serial-kept serial-kept serials-kept-seq'];

describe.each(eachAgain)('an order that is gone on with %s where one durable step failed', (again) => {
  const completes = async (failing: FailingTill, operationId: OperationId): Promise<void> => {
    await failing.call(({ counter }) => counter.orders.resume(operationId, 600_000, 'now'));
    expect(failing.till.stateOf(operationId)).toBe('completed');
    expect(failing.service.sold).toContain(operationId);
  };

  it('is bought once, and its codes come out', async () => {
    const failing = await FailingTill.open(again);
    let sales = 0;
    const untold = await failing.withEachStepFailing(async () => {
      const operationId = await failing.place();
      await completes(failing, operationId);
      expect(failing.service.sold).toHaveLength((sales += 1));
      expect(await failing.call(({ counter }) => counter.reveals.show(operationId))).toEqual(codes);
      await failing.call(({ counter }) => counter.reveals.handOver(operationId));
      expect(failing.till.facts(operationId).handedOver).toBe(true);
    });
    expect(untold).toEqual([codesNotOpened, ...madeLater.slice(1)]);
  });

  it('is cancelled, or wanted for longer, by a person', async () => {
    const failing = await FailingTill.open(again);
    const untold = await failing.withEachStepFailing(async () => {
      const [cancelled, wanted] = [await failing.place(), await failing.place()];
      await failing.call(({ counter }) => counter.orders.cancel(cancelled));
      failing.till.clock.skip(600_001);
      await failing.call(({ counter }) => counter.orders.keepWanted(wanted));
      await completes(failing, wanted);
      expect(failing.till.stateOf(cancelled)).toBe('cancelled');
      expect(failing.service.sold).not.toContain(cancelled);
    });
    expect(untold).toEqual(madeLater);
  });

  it('is sent again by a person where the answer cannot be read', async () => {
    const failing = await FailingTill.open(again);
    const untold = await failing.withEachStepFailing(async () => {
      const operationId = await failing.place();
      failing.service.orders = 'get an answer that cannot be read';
      await failing.call(({ counter }) => counter.orders.resume(operationId, 0, 'now'));
      expect(failing.till.stateOf(operationId)).toBe('attention');
      failing.service.orders = 'are sold';
      await failing.call(({ counter }) => counter.orders.decide(operationId, 'resend'));
      await completes(failing, operationId);
    });
    expect(untold).toEqual(madeLater);
  });

  it.each(['attempt-lost', 'order-not-bought', 'order-intended order-replaced'])(
    'is proved not bought, and another takes its place: %s',
    async (name) => {
      const failing = await FailingTill.open(again);
      await completes(failing, await failing.place());
      const failed = await failing.whileFailing(name, async () => {
        const lost = await failing.place();
        failing.service.orders = 'get lost before they come';
        await failing.call(({ counter }) => counter.orders.resume(lost, 0, 'now'));
        failing.till.clock.skip(600_001);
        failing.service.orders = 'are sold';
        await failing.call(({ counter }) => counter.orders.resume(lost, 7_200_000, 'asAsked'));
        expect(failing.till.stateOf(lost)).toBe('notBought');
        const next = await failing.place({ replaces: lost });
        expect(failing.till.facts(lost).replacedBy).toBe(next);
        await completes(failing, next);
        expect(failing.service.sold).not.toContain(lost);
      });
      expect(failed).toEqual({ name, isTold: true });
    },
  );
});
