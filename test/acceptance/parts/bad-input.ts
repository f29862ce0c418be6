import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf } from '../../support/outcome.ts';
import { deploymentSigner, envelopeOf, signedFile } from '../../support/signed-deployment.ts';
import type { Counter } from '../service.ts';

const wallet = randomUUID();
const buy = ['buy', '--wallet', wallet, '--card', randomUUID(), '--quantity', '1'];
const enrol = ['enrol', '--invitation', randomUUID(), '--token-file', 'no-such-file'];

/** Arguments, and the field that the error must name. */
const invalidArguments: readonly (readonly [readonly string[], string])[] = [
  [[], 'command'],
  [['sell'], 'command'],
  [['wallets', '--bogus'], 'bogus'],
  [['wallets', '--quantity', '1'], 'quantity'],
  [['wallets', 'more'], 'wallets'],
  [['orders', '--data='], 'data'],
  [['orders', '--language', 'fr'], 'language'],
  [['wallets', '--signed-by', 'x'], 'signed-by'],
  [['enrol', '--invitation', 'x'], 'invitation'],
  [['enrol', '--invitation', wallet], 'token-file'],
  [enrol, 'token-file'],
  [['enrol', 'now'], 'enrol'],
  [['wallet', 'x'], 'wallet'],
  [['wallet', wallet.toUpperCase()], 'wallet'],
  [['wallet'], 'wallet'],
  [['categories', 'x'], 'wallet'],
  [['subcategories', 'x', wallet], 'wallet'],
  [['subcategories', wallet, 'x'], 'category'],
  [['subcategory', wallet, 'x'], 'subcategory'],
  [['cards', wallet, 'x'], 'subcategory'],
  [['catalogue', 'x'], 'wallet'],
  [[...buy, '--wallet', 'x'], 'wallet'],
  [[...buy, '--card', 'x'], 'card'],
  [[...buy, '--quantity', '0'], 'quantity'],
  [[...buy, '--quantity', '1.5'], 'quantity'],
  [[...buy, '--quantity', '-1'], 'quantity'],
  [['buy', '--wallet', wallet, '--card', wallet], 'quantity'],
  [[...buy, '--reference', ''], 'reference'],
  [[...buy, '--reference', 'a,b'], 'reference'],
  [[...buy, '--reference', 'x'.repeat(101)], 'reference'],
  [[...buy, '--expect-unit-price', '1'], 'expect-unit-price'],
  [[...buy, '--expect-unit-price', '1.0000'], 'expect-unit-price'],
  [[...buy, '--operation-id', 'x'], 'operation-id'],
  [[...buy, '--wait', 'x'], 'wait'],
  [[...buy, '--wait', '-1'], 'wait'],
  [['order', 'x'], 'operation-id'],
  [['order'], 'order'],
  [['resume', 'x'], 'operation-id'],
  [['resume', '--wait', '1s'], 'wait'],
  [['cancel', 'x'], 'operation-id'],
  [['orders', '--cursor', 'never given'], 'cursor'],
  [['owned', 'x'], 'wallet'],
  [['owned', wallet, '--card', 'x'], 'card'],
  [['reveal', 'x', '--card', wallet], 'wallet'],
  [['reveal', wallet], 'card'],
  [['reveal', wallet, '--card', 'x'], 'card'],
  [['reveal', wallet, '--invoice', 'x'], 'invoice'],
  [['reveal', wallet, '--card', wallet, '--invoice', wallet], 'invoice'],
  [['journal'], 'journal'],
  [['journal', 'erase'], 'journal'],
  [['journal', 'events', 'x'], 'operation-id'],
  [['journal', 'events', '--cursor', 'x'], 'cursor'],
  [['export-key'], 'public'],
];

export function badInput(counter: Counter): void {
  it.each(invalidArguments)('names the field at fault: counter %j -> %s', async (args, field) => {
    expect(failureOf(await counter.run(args), 2)).toEqual({ code: 'input_invalid', field });
  });

  it('asks for a deployment file only where it speaks with the service', async () => {
    expect(failureOf(await counter.runLocal(['wallets']), 2)).toEqual({
      code: 'deployment_required',
      field: 'deployment',
    });
    expect(failureOf(await counter.run(['wallets'], { deployment: counter.fresh('no-such-file') }), 2)).toEqual({
      code: 'profile_unreadable',
      field: 'deployment',
    });
  });

  it.each([
    [['orders']],
    [['order', randomUUID()]],
    [['journal', 'verify']],
    [['export-key', '--public']],
    [['wallets']],
  ])('takes no file that another key signed, also where it needs none: counter %j', async (words) => {
    const [signer, another] = [deploymentSigner(), deploymentSigner()];
    const text = readFileSync(counter.address.deployment, 'utf8');
    const deployment = join(counter.fresh('profiles', true), 'signed-by-another.json');
    writeFileSync(deployment, signedFile(text, another));
    // As one word: one in 64 thumbprints begins with a hyphen.
    const by = [...words, `--signed-by=${signer.thumbprint}`];
    const refused = { code: 'profile_signature_invalid', field: 'signed-by' };
    expect(failureOf(await counter.run(by, { deployment }), 2)).toEqual(refused);
    expect(failureOf(await counter.run(by), 2)).toEqual(refused);
    expect(failureOf(await counter.runLocal(by), 2)).toEqual({ code: 'deployment_required', field: 'deployment' });
    for (const malformed of ['', 'x', `${signer.thumbprint}x`])
      for (const run of [counter.run.bind(counter), counter.runLocal.bind(counter)])
        expect(failureOf(await run([...words, `--signed-by=${malformed}`]), 2)).toEqual({
          code: 'input_invalid',
          field: 'signed-by',
        });
    writeFileSync(deployment, JSON.stringify(envelopeOf(text, signer, { alg: 'none' })));
    const run = await counter.run(by, { deployment });
    expect(failureOf(run, 2)).toEqual({ code: 'profile_invalid', field: 'protected.alg' });
    expect(run.stderr.split('protected.alg: ES256')).toHaveLength(2);
  });

  it('takes the file of the key that is named, also where it needs none', async () => {
    const signer = deploymentSigner();
    const deployment = join(counter.fresh('profiles', true), 'signed.json');
    writeFileSync(deployment, signedFile(readFileSync(counter.address.deployment, 'utf8'), signer));
    const run = await counter.run(['orders', '--signed-by', signer.thumbprint], { deployment });
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
  });

  it.each([
    ['version', { version: 2 }],
    ['baseUrl', { baseUrl: 'http://service.example' }],
    ['colour', { colour: 'blue' }],
    ['serviceKeys', { serviceKeys: {} }],
    ['request.expiresAfterSeconds', { request: { expiresAfterSeconds: '60' } }],
    ['request.components.orderMutation', { request: { components: { orderMutation: [] } } }],
    ['answer.maxSkewSeconds', { answer: { maxSkewSeconds: -1 } }],
    ['answerWaitSeconds', { answerWaitSeconds: 0 }],
  ])('names the member of a deployment file that is wrong: %s', async (field, change) => {
    const deployment = join(counter.fresh('profiles', true), `${field}.json`);
    const profile = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(readFileSync(counter.address.deployment, 'utf8')));
    writeFileSync(deployment, JSON.stringify({ ...profile, ...change }));
    const run = await counter.run(['wallets'], { deployment });
    expect(failureOf(run, 2)).toEqual({ code: 'profile_invalid', field });
    expect(run.stderr).toContain(field);
  });

  it('takes no file for a deployment file that is none', async () => {
    const deployment = join(counter.fresh('profiles', true), 'none.json');
    writeFileSync(deployment, 'not a profile');
    expect(failureOf(await counter.run(['wallets'], { deployment }), 2)).toEqual({
      code: 'profile_invalid',
      field: 'deployment',
    });
  });
}
