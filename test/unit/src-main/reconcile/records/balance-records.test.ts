import { expect, it } from 'vitest';
import { openBalanceRecords } from '../../../../../src-main/reconcile/records/balance-records.ts';
import { Till, value } from '../../orders/till.ts';

const dayMs = 24 * 3_600_000;

it('finds the readings of a day however many were made since', async () => {
  const till = await Till.open();
  const { journal, records } = till.counter.localRecords;
  const balances = openBalanceRecords({ journal, records });
  const read = () => value(balances.record({ occasion: 'shift', afterSeq: 0, wallets: [], unreadable: 0 }));
  const fromMs = till.clock.nowMs();
  const span = { fromMs, untilMs: fromMs + dayMs };
  expect(balances.readingsIn(span)).toEqual([]);
  read();
  till.clock.skip(3_600_000);
  read();
  const [first, last] = journal.events({ kind: 'balances-read' });
  till.clock.skip(dayMs);
  // What cannot be read is none, and does not make a page look like the last one.
  journal.append({ subject: 'balances', kind: 'balances-read', body: {} });
  value(
    journal.transaction((tx) => {
      const body = { occasion: 'shift', afterSeq: 0, wallets: [], unreadable: 0 };
      for (let made = 0; made < 1_100; made += 1) tx.append({ subject: 'balances', kind: 'balances-read', body });
    }),
  );
  expect(balances.readingsIn(span).map(({ seq }) => seq)).toEqual([first?.seq, last?.seq]);
  expect(balances.readingsIn({ fromMs: fromMs + dayMs, untilMs: fromMs + 2 * dayMs })).toHaveLength(2);
  expect(balances.readingsIn({ fromMs: fromMs - dayMs, untilMs: fromMs })).toEqual([]);
});
