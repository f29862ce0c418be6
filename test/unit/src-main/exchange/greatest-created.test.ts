import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { greatestCreatedKept, keepGreatestCreated } from '../../../../src-main/exchange/greatest-created.ts';
import { JournalUnavailable } from '../../../../src-main/journal/journal-failure.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { methodsOf } from '../../../support/journal-methods.ts';
import { tempFolder } from '../../../support/temp.ts';
import { openOrThrow } from '../journal/journal-fixture.ts';
import { completed, Till } from '../orders/till.ts';

const at = (seconds: number) => ({ greatestCreatedSeconds: () => seconds });

/** The journal, and how often something was made durable in it. */
function counted(journal: Journal): Journal & { written: number } {
  const counting = {
    ...methodsOf(journal),
    written: 0,
    transaction: (write: Parameters<Journal['transaction']>[0]) => {
      counting.written += 1;
      return journal.transaction(write);
    },
  };
  return counting as Journal & { written: number };
}

test('the latest time that the service signed is kept, also a lower one, and once', () => {
  const journal = counted(openOrThrow(tempFolder()));
  expect(greatestCreatedKept(journal)).toBe(0);
  for (const seconds of [7, 7, 9, 8]) keepGreatestCreated(journal, at(seconds));
  expect([greatestCreatedKept(journal), journal.written]).toEqual([8, 3]);
});

test('where records cannot be read or written now it is kept another time', () => {
  const journal = openOrThrow(tempFolder());
  const failure = { code: 'journal_not_writable' } as const;
  const unreadable = (): never => {
    throw new JournalUnavailable(failure);
  };
  keepGreatestCreated({ ...methodsOf(journal), meta: unreadable }, at(7));
  keepGreatestCreated({ ...methodsOf(journal), transaction: () => ({ ok: false, error: failure }) }, at(7));
  expect(greatestCreatedKept(journal)).toBe(0);
  keepGreatestCreated(journal, at(7));
  expect(greatestCreatedKept(journal)).toBe(7);
});

test('a sale is four durable steps, and its verdict has the time that the service signed', async () => {
  const till = await Till.open();
  const { journal } = till.counter.localRecords;
  const steps: string[] = [];
  const transaction = journal.transaction.bind(journal);
  journal.transaction = (write) =>
    transaction((tx) => {
      const wrote: string[] = [];
      const written = write({
        ...tx,
        append: (event) => {
          wrote.push(event.kind);
          return tx.append(event);
        },
        setMeta: (key, text) => {
          wrote.push(key.replace(/:.*/, ''));
          tx.setMeta(key, text);
        },
      });
      steps.push(wrote.join(' '));
      return written;
    });
  for (let sale = 0; sale < 2; sale += 1) {
    till.clock.skip(2_000);
    // What is left for a later turn belongs to the sale before.
    await setImmediate();
    steps.splice(0);
    const operationId = till.place();
    till.service.script(completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
    expect(greatestCreatedKept(journal)).toBe(Math.floor(till.clock.nowMs() / 1000));
  }
  expect(steps).toEqual([
    'order-intended',
    'attempt-started',
    'answer-sealed',
    'answer-signature service-greatest-created-seconds answer-judged',
  ]);
});

test('what no verdict has is kept in a later turn, and at the latest as the counter closes', async () => {
  const till = await Till.open();
  const kept = (): number => greatestCreatedKept(till.counter.localRecords.journal);
  const laterSeconds = Math.floor(till.clock.nowMs() / 1000) + 600;
  till.counter.session.serviceClock.saw(laterSeconds);
  await setImmediate();
  expect(kept()).toBe(laterSeconds);
  till.counter.session.serviceClock.saw(laterSeconds + 1);
  till.close();
  await setImmediate();
  await till.run();
  expect(kept()).toBe(laterSeconds + 1);
});
