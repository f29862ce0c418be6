import { expect, it } from 'vitest';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import { openLimitRecords } from '../../../../../src-main/limits/records/limit-records.ts';
import { Till, value } from '../../orders/till.ts';

const none = { sale: null, shift: null, card: null };

it('takes limits of what can be the currency of a wallet, and of nothing like its name', async () => {
  const till = await Till.open();
  const { limits } = till.counter.localRecords;
  for (const currency of ['kwd', 'Kwd', 'Kuwaiti', '', ' KWD', 'KWD ', 'KUWAITI DINAR'])
    expect(limits.set({ ...none, currency, sale: '10' }), currency).toEqual({
      ok: false,
      error: { code: 'input_invalid', field: 'currency' },
    });
  value(limits.set({ ...none, currency: 'KWD', sale: '10' }));
  expect(limits.read()).toEqual([{ currency: 'KWD', sale: '10.000', shift: null, card: null }]);
});

it('stops where a limit cannot be read: left out, the one before it would count', async () => {
  const till = await Till.open();
  const { journal } = till.counter.localRecords;
  const limits = openLimitRecords(journal, systemRandomness);
  value(limits.set({ ...none, currency: 'KWD', sale: '10' }));
  const [damaged] = value(
    journal.append({ subject: systemRandomness.uuid(), kind: 'limits-changed', body: { currency: 'KWD', sale: 'x' } }),
  );
  const failure = new JournalUnavailable({ code: 'journal_corrupt', detail: `event_${damaged?.seq ?? 0}` });
  for (const ask of [() => limits.read(), () => limits.history(), () => limits.passedBy([])])
    expect(ask).toThrow(failure);
});
