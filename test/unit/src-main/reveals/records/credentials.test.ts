import { expect, it } from 'vitest';
import { knownId, type SoldCardId } from '../../../../../src-main/core/ids.ts';
import { ok } from '../../../../../src-main/core/result.ts';
import { encodeAnswer } from '../../../../../src-main/exchange/kept-answer.ts';
import { unsealCodes } from '../../../../../src-main/reveals/records/credentials.ts';
import type { Vault } from '../../../../../src-main/vault/vault.ts';

const soldCardId = knownId<SoldCardId>('5f0e6a6e-3c4b-4d0f-9d6f-0a1b2c3d4e5f');
// Put together here: the text of this file itself may pass through the memory that is searched.
const voucher = ['VOUCHER', 'TO', 'BE', 'CLEARED'].join('-');

it('leaves no byte of an answer in memory of ours once its codes were read', () => {
  const body = new TextEncoder().encode(JSON.stringify({ soldCardId, serialNumber: 'S-1', voucher }));
  const plaintext = encodeAnswer({
    request: { operation: 'revealPartnerOwnedCard', url: 'https://service.example/v1', headers: [] },
    raw: { status: 200, headers: [], body },
    receivedAtMs: 0,
  });
  const opened = Uint8Array.from(plaintext);
  const vault: Pick<Vault, 'unseal'> = { unseal: () => ok(opened) };
  const codes = unsealCodes(
    { sealed: () => ({ ciphertext: new Uint8Array(), wrappedKey: new Uint8Array() }) } as never,
    vault as never,
    new Map([[soldCardId, 'answer:1']]),
  );
  expect(codes).toEqual(ok([{ soldCardId, serialNumber: 'S-1', voucher }]));
  expect(opened.every((byte) => byte === 0)).toBe(true);
  // Node's pool of small buffers, in which what is decoded passes by.
  expect(Buffer.from(Buffer.allocUnsafe(1).buffer).includes(voucher)).toBe(false);
});
