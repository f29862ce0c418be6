import { describe, expect, it } from 'vitest';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import type { EventQuery } from '../../../../../src-main/journal/event.ts';
import type { Journal } from '../../../../../src-main/journal/journal.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { rememberHistories, rowOfEvent } from '../../../../../src-main/orders/records/history.ts';
import { openOrderTexts, sealedIntent, type OrderTexts } from '../../../../../src-main/orders/records/order-text.ts';
import { memorySealer } from '../../../../../src-main/vault/memory-sealer.ts';
import { openVault } from '../../../../../src-main/vault/vault.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { openOrThrow } from '../../journal/journal-fixture.ts';
import { intent, operationId, otherOperationId } from '../order-samples.ts';
import { newOperationId, value } from '../till.ts';

const intended = rowOfEvent(orderEvent(operationId, 'order-intended', intent));
const cancelled = rowOfEvent(orderEvent(operationId, 'order-cancelled', {}));

/** Histories, and of which orders rows were asked for since the last look. */
function watched(journal: Journal, texts: OrderTexts | null = null) {
  let asked: (string | undefined)[] = [];
  const events = (query?: EventQuery) => {
    asked.push(query?.subject);
    return journal.events(query);
  };
  const histories = rememberHistories({ ...methodsOf(journal), events }, texts);
  const read = (...ids: readonly string[]): readonly (string | undefined)[] => {
    asked = [];
    for (const id of ids) histories.of(id);
    return asked;
  };
  return { read, of: histories.of };
}

describe('what was read of an order', () => {
  it('is not asked of the file again while 256 are in use, and with one more only the one left alone longest is', () => {
    const journal = openOrThrow(tempFolder());
    const ids = Array.from({ length: 257 }, newOperationId);
    journal.append(...ids.map((subject) => ({ ...intended, subject })));
    const [last = operationId, ...many] = ids;
    const { read } = watched(journal);
    expect(read(...many)).toEqual(many);
    expect(read(...many)).toEqual([]);
    expect(read(last)).toEqual([last]);
    expect(read(...many.slice(1), last)).toEqual([]);
    expect(read(...many.slice(0, 1))).toEqual(many.slice(0, 1));
  });

  it('stays the longer the later something happened to it', () => {
    const journal = openOrThrow(tempFolder());
    const others = Array.from({ length: 300 }, newOperationId);
    journal.append(intended, ...others.map((subject) => ({ ...intended, subject })));
    const { read } = watched(journal);
    read(operationId, ...others.slice(0, 200));
    journal.append(cancelled);
    expect(read(operationId)).toEqual([operationId]);
    read(...others.slice(200));
    expect(read(operationId)).toEqual([]);
  });
});

describe('a text that lies sealed', () => {
  async function sealed() {
    const sealer = memorySealer(systemRandomness);
    const vault = value(await openVault({ directory: tempFolder(), sealer, randomness: systemRandomness }));
    const journal = openOrThrow(tempFolder());
    value(
      journal.transaction((tx) => {
        const asked = orderEvent(operationId, 'order-intended', intent);
        tx.append(rowOfEvent(sealedIntent({ tx, vault, randomness: systemRandomness }, asked).intended));
      }),
    );
    return { journal, vault };
  }

  it('is opened once where it opens, and is not tried at all without the key', async () => {
    const { journal, vault } = await sealed();
    for (const texts of [openOrderTexts(journal, vault), null]) {
      const { read, of } = watched(journal, texts);
      expect(read(operationId)).toEqual([operationId]);
      expect(read(operationId, operationId)).toEqual([]);
      expect(of(operationId).facts?.intent.body).toBe(texts === null ? undefined : intent.body);
    }
  });

  it('is tried again where it did not open', async () => {
    const { journal, vault } = await sealed();
    let isLocked = true;
    const unseal: typeof vault.unseal = (id, record) =>
      isLocked ? { ok: false, error: { code: 'seal_failed' } } : vault.unseal(id, record);
    const { of } = watched(
      journal,
      openOrderTexts(journal, { unseal, digest: (use, text) => vault.digest(use, text) }),
    );
    expect(of(operationId).facts?.intent.body).toBeUndefined();
    isLocked = false;
    expect(of(operationId).facts?.intent.body).toBe(intent.body);
  });

  it('is asked of no order: what has rows and no intent is read all the same', async () => {
    const { journal, vault } = await sealed();
    journal.append({ ...cancelled, subject: otherOperationId });
    const { of } = watched(journal, openOrderTexts(journal, vault));
    expect(of(otherOperationId)).toMatchObject({ facts: null, intendedSeq: 0 });
  });
});
