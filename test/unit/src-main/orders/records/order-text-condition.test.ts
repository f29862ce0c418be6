import { describe, expect, it } from 'vitest';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { orderEvent, type IntendedOrder } from '../../../../../src-main/orders/machine/events.ts';
import { openOrderTexts, sealedIntent, type OrderTexts } from '../../../../../src-main/orders/records/order-text.ts';
import { memorySealer } from '../../../../../src-main/vault/memory-sealer.ts';
import { openVault } from '../../../../../src-main/vault/vault.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { intent, operationId, otherOperationId } from '../order-samples.ts';
import { value } from '../till.ts';

const id = `order:${operationId}`;
type Sealed = ReturnType<Awaited<ReturnType<typeof vault>>['seal']>;
type Committed = Pick<IntendedOrder, 'commitments'>;

async function vault() {
  const sealer = memorySealer(systemRandomness);
  return value(await openVault({ directory: tempFolder(), sealer, randomness: systemRandomness }));
}

/** An order that was sealed, and what its texts say once something else lies in the place of it. */
async function kept() {
  const opened = await vault();
  const records = new Map<string, Sealed>();
  const tx = {
    fileText: (name: string, record: Sealed) => {
      records.set(name, record);
      return { id: name, sha256: '' };
    },
  };
  const asked = orderEvent(operationId, 'order-intended', { ...intent, externalReference: 'till 4' });
  const { body } = sealedIntent({ tx, vault: opened, randomness: systemRandomness }, asked).intended;
  const committed: Committed = 'commitments' in body ? { commitments: body.commitments } : {};
  const textsWith = (record: Sealed | 'purged' | null | undefined): OrderTexts =>
    openOrderTexts({ sealed: () => record ?? null }, opened);
  const sealedAs = (text: string): Sealed => opened.seal(id, Buffer.from(text));
  const document = (): string => {
    const record = records.get(id);
    if (record === undefined) throw new Error('nothing was sealed');
    return Buffer.from(value(opened.unseal(id, record))).toString('utf8');
  };
  return { committed, record: records.get(id), textsWith, sealedAs, document };
}

function said(texts: OrderTexts, committed: Committed): readonly [string, boolean] {
  return [texts.conditionOf(operationId, committed), texts.open(operationId, committed) !== null];
}

describe('what lies sealed beside an intent', () => {
  it('is whole where it is what the event commits to', async () => {
    const { committed, record, textsWith } = await kept();
    expect(said(textsWith(record), committed)).toEqual(['whole', true]);
    expect(textsWith(record).open(operationId, committed)).toEqual({ body: intent.body, externalReference: 'till 4' });
  });

  it('is closed where it is gone, was purged, or is that of another order', async () => {
    const { committed, record, textsWith } = await kept();
    expect(said(textsWith(null), committed)).toEqual(['closed', false]);
    expect(said(textsWith('purged'), committed)).toEqual(['closed', false]);
    expect(textsWith(record).conditionOf(otherOperationId, committed)).toBe('closed');
  });

  it.each([
    ['no JSON', (): string => 'no JSON'],
    ['of another form', (text: string): string => text.replace('"version":1', '"version":2')],
    ['without its salts', (text: string): string => text.replace(/"bodySalt":"[^"]*",/, '')],
    ['with another body', (text: string): string => text.replace('of the order', 'of another')],
    ['with another reference', (text: string): string => text.replace('till 4', 'till 5')],
    ['without a reference', (text: string): string => text.replace('"till 4"', 'null')],
  ])('differs, and opens nothing, where it is %s', async (_, changed) => {
    const { committed, textsWith, sealedAs, document } = await kept();
    expect(changed(document())).not.toBe(document());
    expect(said(textsWith(sealedAs(changed(document()))), committed)).toEqual(['differs', false]);
  });

  it('differs where the event commits to nothing', async () => {
    const { record, textsWith } = await kept();
    expect(said(textsWith(record), {})).toEqual(['differs', false]);
  });
});
