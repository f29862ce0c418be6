import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canariesBelow, canariesIn, formsOf } from '../../support/canaries.ts';
import { tempFolder } from '../../support/temp.ts';

const secret = Buffer.from('4096-1170-2233');
const canaries = new Map([
  ['voucher', secret],
  ['scalar', randomBytes(32)],
]);

test.each([0, 1, 5_000])(
  'a secret is found in each of its forms, %i bytes into what is searched, up to its very end',
  (before) => {
    const forms = formsOf(secret);
    expect(forms.length).toBeGreaterThan(20);
    for (const form of forms)
      expect(canariesIn(Buffer.concat([randomBytes(before), form]), canaries)).toEqual(['voucher']);
  },
);

test('a form that lacks its last byte is none, nor is anything else', () => {
  const whole = formsOf(secret);
  const shortened = whole.filter(
    (form) => !whole.some((other) => other !== form && form.subarray(0, -1).includes(other)),
  );
  // A zero before it would complete the other byte order.
  const before = Buffer.alloc(100, 0xff);
  for (const form of shortened) expect(canariesIn(Buffer.concat([before, form.subarray(0, -1)]), canaries)).toEqual([]);
  expect(canariesIn(randomBytes(1_000_000), canaries)).toEqual([]);
  expect(canariesIn(new Uint8Array(), canaries)).toEqual([]);
});

test('files below a folder are searched, names included, and each finding says where', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
  writeFileSync(join(folder, 'clean'), 'nothing here');
  writeFileSync(join(folder, 'deep', 'er', 'log'), `the code is ${secret.toString()}.`);
  writeFileSync(join(folder, secret.toString('hex')), '');
  expect(canariesBelow(folder, canaries).toSorted()).toEqual([`${secret.toString('hex')}: voucher`, 'log: voucher']);
});
