import { parseDictionary } from 'structured-headers';
import type { Interpretation } from '../../../src-main/orders/machine/interpret.ts';
import { judge, type Judged, type JudgeInput } from '../../../src-main/partner-api/judge.ts';
import { readJson } from '../../../src-main/partner-api/operations/json.ts';
import { readOperationId } from '../../../src-main/partner-api/operations/order.ts';
import { readDictionary, type DictionaryReading } from '../../../src-main/signatures/dictionary.ts';
import { fieldValue } from '../../../src-main/signatures/message.ts';
import { interpretJudged, type JudgedSample } from '../../unit/src-main/orders/answer-samples.ts';

/** What the proof holds to account. The product's own, unless a law is broken on purpose. */
export interface Seam {
  readonly judge: (input: JudgeInput) => Judged;
  readonly interpret: (input: JudgedSample) => Interpretation;
  readonly readDictionary: (text: string) => DictionaryReading;
}

const product: Seam = { judge, interpret: interpretJudged, readDictionary };

/** The laws that `--break` can break, each as one wrapper around the product: the proof must then fail. */
export const breaks = {
  'trust-unbound-refusal': () => ({
    ...product,
    interpret: (input) => {
      const { judged } = input;
      return interpretJudged({
        ...input,
        judged:
          judged.kind === 'verified'
            ? { ...judged, bound: new Set(['@method', '@path', 'nonce', 'idempotency-key']) }
            : judged,
      });
    },
  }),
  'skip-digest': (genuineBodies) => ({
    ...product,
    judge: (input) => {
      const body = genuineBodies.get(fieldValue(input.raw.headers, 'content-digest') ?? '') ?? input.raw.body;
      const judged = judge({ ...input, raw: { ...input.raw, body } });
      return judged.kind === 'verified' ? { ...judged, body: input.raw.body } : judged;
    },
  }),
  'skip-signature': () => ({
    ...product,
    judge: (input) => judge({ ...input, keys: (kid) => anySignature(input.keys(kid)) }),
  }),
  'trust-any-key': () => ({
    ...product,
    judge: (input) => judge({ ...input, keys: (kid) => input.keys(kid) ?? anySignature(input.keys('service-1')) }),
  }),
  'skip-binding': () => ({
    ...product,
    judge: (input) =>
      judge({ ...input, profile: { ...input.profile, answer: { ...input.profile.answer, binding: [] } } }),
  }),
  'skip-required': () => ({
    ...product,
    judge: (input) =>
      judge({
        ...input,
        profile: { ...input.profile, answer: { ...input.profile.answer, required: [], requiredIfPresent: [] } },
      }),
  }),
  'trust-uncovered-header': () => ({
    ...product,
    judge: (input) => {
      const judged = judge(input);
      return judged.kind === 'verified' ? { ...judged, header: (name) => fieldValue(input.raw.headers, name) } : judged;
    },
  }),
  'trust-unsigned': () => ({
    ...product,
    judge: (input) => {
      const judged = judge(input);
      if (judged.kind === 'verified' || judged.reason !== 'signature_missing') return judged;
      const { status, body } = input.raw;
      return {
        kind: 'verified',
        status,
        body,
        header: () => null,
        bound: new Set(),
        createdAtSeconds: 0,
        serviceKeyId: '',
        signatureSha256: '',
      };
    },
  }),
  'skip-freshness': () => ({
    ...product,
    judge: (input) =>
      judge({ ...input, profile: { ...input.profile, answer: { ...input.profile.answer, maxSkewSeconds: 1e12 } } }),
  }),
  'forget-used-signature': () => ({
    ...product,
    interpret: (input) => interpretJudged({ ...input, signatureUsedBy: null }),
  }),
  'trust-another-order': () => ({
    ...product,
    interpret: (input) => {
      const named = input.judged.kind === 'verified' ? readOperationId(readJson(input.judged.body)) : null;
      const interpretation = interpretJudged({ ...input, operationId: named ?? input.operationId });
      return interpretation;
    },
  }),
  'last-duplicate-wins': () => ({
    ...product,
    readDictionary: (text) => {
      try {
        return { ok: true, members: parseDictionary(text) };
      } catch {
        return { ok: false, reason: 'malformed' };
      }
    },
  }),
} as const satisfies Record<string, (genuineBodies: ReadonlyMap<string, Uint8Array>) => Seam>;

export type Law = keyof typeof breaks;
export const laws = Object.keys(breaks).filter((name): name is Law => name in breaks);

/** The parts under proof, with one law broken where one is named. `genuineBodies` are by `Content-Digest`. */
export function seamWith(broken: Law | null, genuineBodies: ReadonlyMap<string, Uint8Array>): Seam {
  return broken === null ? product : breaks[broken](genuineBodies);
}

function anySignature(key: ReturnType<JudgeInput['keys']>): ReturnType<JudgeInput['keys']> {
  return key === undefined ? undefined : { ...key, verify: () => true };
}
