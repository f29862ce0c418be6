import { expect, it } from 'vitest';
import { knownId, type SoldCardId } from '../../../../../src-main/core/ids.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { encodeAnswer } from '../../../../../src-main/exchange/kept-answer.ts';
import { unsealCodes } from '../../../../../src-main/reveals/records/credentials.ts';
import type { Vault } from '../../../../../src-main/vault/vault.ts';

const soldCardId = knownId<SoldCardId>('5f0e6a6e-3c4b-4d0f-9d6f-0a1b2c3d4e5f');
// Put together here: the text of this file itself may pass through the memory that is searched.
const voucher = ['VOUCHER', 'TO', 'BE', 'CLEARED'].join('-');

/** A sealed answer to a reveal, as it is unsealed. */
function plaintextOf(codes: object): Uint8Array {
  return encodeAnswer({
    request: { operation: 'revealPartnerOwnedCard', url: 'https://service.example/v1', headers: [] },
    raw: { status: 200, headers: [], body: new TextEncoder().encode(JSON.stringify(codes)) },
    receivedAtMs: 0,
  });
}

function codesIn(plaintext: Uint8Array) {
  const vault: Pick<Vault, 'unseal'> = { unseal: () => ok(plaintext) };
  return unsealCodes(
    { sealed: () => ({ ciphertext: new Uint8Array(), wrappedKey: new Uint8Array() }) } as never,
    vault as never,
    new Map([[soldCardId, 'answer:1']]),
  );
}

it('leaves no byte of an answer in memory of ours once its codes were read', () => {
  const opened = Uint8Array.from(plaintextOf({ soldCardId, serialNumber: 'S-1', voucher }));
  const codes = codesIn(opened);
  expect(codes).toEqual(ok([{ soldCardId, serialNumber: 'S-1', voucher }]));
  expect(opened.every((byte) => byte === 0)).toBe(true);
  // Node's pool of small buffers, in which what is decoded passes by.
  expect(Buffer.from(Buffer.allocUnsafe(1).buffer).includes(voucher)).toBe(false);
});

it('says when the service first showed the codes, where it says so', () => {
  const revealedAt = '2026-07-25T10:00:00.000Z';
  const codes = codesIn(plaintextOf({ soldCardId, serialNumber: 'S-1', voucher: null, revealedAt }));
  expect(codes).toEqual(ok([{ soldCardId, serialNumber: 'S-1', voucher: null, revealedAt }]));
});

it('names what is wrong where an answer does not hold the card that is looked for in it', () => {
  const other = knownId<SoldCardId>('5f0e6a6e-3c4b-4d0f-9d6f-0a1b2c3d4e60');
  expect(codesIn(plaintextOf({ soldCardId: other, serialNumber: 'S-1', voucher }))).toEqual(
    err({ code: 'codes_unavailable', detail: 'card_not_in_answer' }),
  );
});
