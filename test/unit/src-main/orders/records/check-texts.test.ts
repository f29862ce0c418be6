import { expect, it } from 'vitest';
import { atOnce } from '../../../../../src-main/core/pausable.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import type { NewEvent } from '../../../../../src-main/journal/event.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { checkTexts, holdsTexts } from '../../../../../src-main/orders/records/check-texts.ts';
import { rowOfEvent } from '../../../../../src-main/orders/records/history.ts';
import { openOrderRecords } from '../../../../../src-main/orders/records/order-records.ts';
import { openOrderTexts, sealedIntent } from '../../../../../src-main/orders/records/order-text.ts';
import { memorySealer } from '../../../../../src-main/vault/memory-sealer.ts';
import { openVault } from '../../../../../src-main/vault/vault.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { openOrThrow } from '../../journal/journal-fixture.ts';
import { intent, operationId, otherOperationId } from '../order-samples.ts';
import { newOperationId, value } from '../till.ts';

/** Records whose orders are as an earlier build left them, or sealed as they are now. */
async function shop() {
  const sealer = memorySealer(systemRandomness);
  const vault = value(await openVault({ directory: tempFolder(), sealer, randomness: systemRandomness }));
  const journal = openOrThrow(tempFolder());
  const records = openOrderRecords(journal, () => undefined);
  const inClear = (): NewEvent => rowOfEvent(orderEvent(newOperationId(), 'order-intended', intent));
  const seal = (id = operationId, text = intent) =>
    value(
      journal.transaction((tx) => {
        const asked = orderEvent(id, 'order-intended', text);
        return sealedIntent({ tx, vault, randomness: systemRandomness }, asked).intended;
      }),
    );
  const texts = openOrderTexts(journal, vault);
  return { journal, records, inClear, seal, texts, check: () => atOnce(checkTexts({ journal, records }, texts)) };
}

it('no text lies sealed where nothing was sold yet, or only before texts were sealed', async () => {
  const { journal, inClear, seal } = await shop();
  expect(holdsTexts(journal)).toBe(false);
  journal.append(inClear());
  expect(holdsTexts(journal)).toBe(false);
  journal.append(rowOfEvent(seal()));
  expect(holdsTexts(journal)).toBe(true);
});

it('every text is compared in a journal of many orders, the last of them too', async () => {
  const { journal, inClear, seal, check } = await shop();
  journal.append(...Array.from({ length: 500 }, inClear));
  expect(check()).toEqual({ checked: 0, notChecked: 0, damaged: [] });
  journal.append(rowOfEvent(seal()), ...Array.from({ length: 600 }, inClear), rowOfEvent(seal(otherOperationId)));
  expect(check()).toEqual({ checked: 2, notChecked: 0, damaged: [] });
});

it('a text that is another than its event commits to is damage, also of an order that needs it no more', async () => {
  const { journal, records, seal, check } = await shop();
  seal();
  const another = seal(otherOperationId, { ...intent, body: '{"body":"of another order"}' });
  value(records.record(operationId, [{ ...another, subject: operationId }]));
  value(records.record(operationId, [orderEvent(operationId, 'order-cancelled', {})]));
  expect(records.unfinished()).toEqual([]);
  expect(check()).toEqual({ checked: 0, notChecked: 0, damaged: [{ operationId, seq: 1 }] });
  expect(journal.events({ kind: 'order-intended' })).toHaveLength(1);
});

it('an intent that cannot be read has no text to compare, and stops no comparison of the others', async () => {
  const { journal, seal, check } = await shop();
  journal.append({ subject: otherOperationId, kind: 'order-intended', body: {} }, rowOfEvent(seal()));
  expect(check()).toEqual({ checked: 1, notChecked: 0, damaged: [] });
});
