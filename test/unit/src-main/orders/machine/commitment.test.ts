import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commitmentTo, saltBytes } from '../../../../../src-main/orders/machine/commitment.ts';

const salt = new Uint8Array(saltBytes).fill(7);

it('is what anybody can compute with the salt and the text', () => {
  const byHand = createHash('sha256').update('counterfoil order body 1').update(Buffer.of(0)).update(salt).update('{}');
  expect(commitmentTo('body', salt, '{}')).toBe(byHand.digest('base64url'));
});

it('is another one for each text, salt and part', () => {
  const salts = fc.uint8Array({ minLength: saltBytes, maxLength: saltBytes });
  fc.assert(
    fc.property(salts, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, text, other) => {
      fc.pre(text !== other);
      expect(commitmentTo('body', one, text)).not.toBe(commitmentTo('body', one, other));
      expect(commitmentTo('body', one, text)).not.toBe(commitmentTo('reference', one, text));
      expect(commitmentTo('body', one, text)).not.toBe(commitmentTo('body', one.toReversed().fill(1, 0, 4), text));
    }),
  );
});
