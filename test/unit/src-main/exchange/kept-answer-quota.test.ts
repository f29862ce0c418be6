import { describe, expect, it } from 'vitest';
import type { RawAnswer } from '../../../../src-main/core/ports.ts';
import {
  encodeAnswer,
  hasRoomFor,
  openKept,
  recordSignature,
  signatureUsedBy,
  type KeptAnswer,
  type UnverifiedSize,
} from '../../../../src-main/exchange/kept-answer.ts';
import type { JournalTransaction } from '../../../../src-main/journal/journal.ts';
import type { Verified } from '../../../../src-main/partner-api/judge.ts';
import type { SealedRecord, Vault } from '../../../../src-main/vault/vault.ts';

const megabyte = 1024 * 1024;
const page = (size = 10): RawAnswer => ({ status: 502, headers: [], body: new Uint8Array(size) });
const signed = (size = 10): RawAnswer => ({ ...page(size), headers: [['Signature', 'sig1=:AA==:']] });
const unsignedKept = { reason: 'signature_missing', sealedBytes: 100 };
const signedKept = { reason: 'unknown_key', sealedBytes: 100 };

const times = (count: number, one: UnverifiedSize): readonly UnverifiedSize[] =>
  Array.from({ length: count }, () => one);

describe('answers that cannot be verified', () => {
  it.each<readonly [string, readonly UnverifiedSize[], RawAnswer, boolean]>([
    ['the first page', [], page(), true],
    ['the sixth page', times(5, unsignedKept), page(), true],
    ['the seventh page', times(6, unsignedKept), page(), false],
    ['a page beside many signed ones', times(24, signedKept), page(), true],
    ['the first signed one beside many pages', times(6, unsignedKept), signed(), true],
    ['the last signed one', times(23, signedKept), signed(), true],
    ['one signed one more', times(24, signedKept), signed(), false],
    ['a signed one beside those that were never judged', times(24, { reason: null, sealedBytes: 1 }), signed(), false],
  ])('are kept up to a number: %s', (_name, kept, raw, hasRoom) => {
    expect(hasRoomFor(kept, raw)).toBe(hasRoom);
  });

  it('are kept up to a size, as large as they get when they are written', () => {
    const fits = Math.floor(megabyte / 1.4);
    expect([hasRoomFor([], page(fits)), hasRoomFor([], page(fits + 1))]).toEqual([true, false]);
    const half = [{ ...unsignedKept, sealedBytes: megabyte / 2 }];
    expect([hasRoomFor(half, page(fits / 2)), hasRoomFor(half, page(fits / 2 + 1))]).toEqual([true, false]);
    expect(hasRoomFor([{ ...unsignedKept, sealedBytes: megabyte }], page(0))).toBe(true);
    const large = [{ ...signedKept, sealedBytes: 32 * megabyte - 14 }];
    expect([hasRoomFor(large, signed(10)), hasRoomFor(large, signed(11))]).toEqual([true, false]);
    expect(hasRoomFor([{ ...signedKept, sealedBytes: megabyte }, ...large], signed(0))).toBe(false);
  });
});

describe('a kept answer out of its seal', () => {
  const kept: KeptAnswer = {
    request: { operation: 'getPartnerWallets', url: 'https://service.test/v1/wallets', headers: [] },
    raw: { status: 200, headers: [], body: Uint8Array.of(1, 2, 3) },
    receivedAtMs: 5,
  };
  const record: SealedRecord = { ciphertext: Uint8Array.of(1), wrappedKey: Uint8Array.of(2) };

  function opened(sealed: SealedRecord | 'purged' | null, plaintext: Uint8Array | null) {
    const asked: unknown[] = [];
    const vault: Pick<Vault, 'unseal'> = {
      unseal: (identity, given) => {
        asked.push([identity, given]);
        return plaintext === null
          ? { ok: false, error: { code: 'seal_failed', detail: 'x' } }
          : { ok: true, value: plaintext };
      },
    };
    return { result: openKept({ journal: { sealed: () => sealed }, vault }, 'answer'), asked };
  }

  it('is what was sealed, under its own id, and none of its bytes stay', () => {
    const plaintext = encodeAnswer(kept);
    const { result, asked } = opened(record, plaintext);
    expect(result).toEqual({ ok: true, value: kept });
    expect(asked).toEqual([['answer', record]]);
    expect(plaintext.every((byte) => byte === 0)).toBe(true);
  });

  it.each<readonly [string, SealedRecord | 'purged' | null, Uint8Array | null, object]>([
    ['there is none', null, null, { code: 'codes_unavailable', detail: 'answer_missing' }],
    ['it was destroyed', 'purged', null, { code: 'codes_unavailable', detail: 'purged' }],
    ['its seal is broken', record, null, { code: 'seal_failed', detail: 'x' }],
    ['what was sealed is no answer', record, Uint8Array.of(1), { code: 'seal_failed' }],
  ])('is none where %s', (_name, sealed, plaintext, error) => {
    expect(opened(sealed, plaintext).result).toEqual({ ok: false, error });
  });
});

it('a signature speaks of one subject only', () => {
  const meta = new Map<string, string>();
  const journal = { meta: (key: string) => meta.get(key) ?? null };
  const tx = { setMeta: (key: string, value: string) => void meta.set(key, value) } as JournalTransaction;
  const answer = (signatureSha256: string) => ({ signatureSha256 }) as Verified;
  expect(signatureUsedBy(journal, answer('one'))).toBeNull();
  recordSignature(tx, answer('one'), 'order-1');
  expect([signatureUsedBy(journal, answer('one')), signatureUsedBy(journal, answer('two'))]).toEqual(['order-1', null]);
  expect([...meta.keys()]).toEqual(['answer-signature:one']);
});
