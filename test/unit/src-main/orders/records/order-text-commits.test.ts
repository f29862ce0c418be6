import { describe, expect, it } from 'vitest';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { commitmentTo } from '../../../../../src-main/orders/machine/commitment.ts';
import { orderEvent, type IntendedOrder } from '../../../../../src-main/orders/machine/events.ts';
import { openOrderTexts, sealedIntent } from '../../../../../src-main/orders/records/order-text.ts';
import { memorySealer } from '../../../../../src-main/vault/memory-sealer.ts';
import { openVault } from '../../../../../src-main/vault/vault.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { orderText } from '../kept-text.ts';
import { intent, operationId } from '../order-samples.ts';
import { Till, value } from '../till.ts';

async function sealing() {
  const sealer = memorySealer(systemRandomness);
  const vault = value(await openVault({ directory: tempFolder(), sealer, randomness: systemRandomness }));
  const tx = { fileText: (id: string) => ({ id, sha256: '' }) };
  return { tx, vault, randomness: systemRandomness };
}

describe('the text of an order', () => {
  it('is sealed of an intent with a body, and of nothing else', async () => {
    const parts = await sealing();
    const { body: _body, ...closed } = intent;
    const seal = (sold: Partial<IntendedOrder>) => () => {
      sealedIntent(parts, { subject: operationId, kind: 'order-intended', body: { ...closed, ...sold } });
    };
    expect(seal({ body: '{}' })).not.toThrow();
    expect(seal({})).toThrow('an intent without a body');
    const cancelled = orderEvent(operationId, 'order-cancelled', {});
    expect(() => sealedIntent(parts, cancelled)).toThrow('an intent without a body');
  });

  it('commits to an empty reference where it has none: records of every build are compared with that', async () => {
    const till = await Till.open();
    const bare = till.place();
    const named = till.place({ quantity: 3, externalReference: 'till 4' });
    for (const [id, reference] of [
      [bare, ''],
      [named, 'till 4'],
    ] as const) {
      const { referenceSalt } = orderText(till, id);
      const salt = Buffer.from(referenceSalt, 'base64url');
      expect(till.facts(id).intent.commitments?.reference).toBe(commitmentTo('reference', salt, reference));
    }
  });
});

it('a word is looked for as letters from A to P that only the data key gives: those of every build are found', () => {
  const bytes = Buffer.from('0123456789abcdeffedcba98ffff', 'hex');
  const texts = openOrderTexts(
    { sealed: () => null },
    {
      unseal: () => ({ ok: false, error: { code: 'seal_failed' } }),
      digest: (use, text) => (use === 'order reference' && text === 'till' ? bytes.toString('base64url') : ''),
    },
  );
  expect(texts.digest('till')).toBe('ABCDEFGHIJKLMNOPPONMLKJI');
});
