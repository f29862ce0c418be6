import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../../../../src-main/core/result.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import {
  namedFile,
  namedProfile,
  readProfile,
} from '../../../../../../src-main/hosts/cli/terminal/named-deployment.ts';
import { terminalText } from '../../../../../../src-shared/words/main-text.ts';
import { deploymentSigner, envelopeOf, signedFile } from '../../../../../support/signed-deployment.ts';
import { tempFolder } from '../../../../../support/temp.ts';

const [signer, another] = [deploymentSigner(), deploymentSigner()];
const text = JSON.stringify({
  version: 1,
  name: 'Example Cards',
  baseUrl: 'https://api.example.com',
  serviceKeys: { url: '/keys', pins: [signer.thumbprint] },
});
const inGroups = (thumbprint: string): string => (thumbprint.match(/.{1,4}/g) ?? []).join(' ');

function args(content: string | null, signedBy?: string) {
  const path = join(tempFolder(), 'given.json');
  if (content !== null) writeFileSync(path, content);
  const by = signedBy === undefined ? [] : ['--signed-by', signedBy];
  const read = readArguments(['wallets', '--deployment', path, ...by]);
  if (!read.ok) throw new Error(read.error.field);
  return { args: read.value, stopping: new AbortController().signal };
}

/** What is read, and each sentence that is said of it, but for what the profile leaves out. */
async function said(given: ReturnType<typeof args>) {
  const sentences: string[] = [];
  const result = readProfile(await namedFile(given), {
    say: (sentence) => sentences.push(sentence),
    text: terminalText('en'),
  });
  return { result, sentences: sentences.filter((sentence) => !sentence.includes('warning')) };
}

describe('the deployment file that a command names', () => {
  it('may be signed or not where nobody says by whom', async () => {
    expect(await namedFile(args(text))).toEqual(ok({ text, signer: null }));
    expect(await namedFile(args(signedFile(text, signer)))).toEqual(ok({ text, signer: signer.thumbprint }));
    for (const file of [text, signedFile(text, signer)]) {
      expect(await said(args(file))).toMatchObject({ result: { value: { name: 'Example Cards' } }, sentences: [] });
      expect(namedProfile(await namedFile(args(file)))).toMatchObject({ name: 'Example Cards' });
    }
  });

  it('is taken only if that key signed it where it is named, in groups or not', async () => {
    const file = signedFile(text, signer);
    for (const by of [signer.thumbprint, inGroups(signer.thumbprint)])
      expect(await namedFile(args(file, by))).toEqual(ok({ text, signer: signer.thumbprint }));
    const refused = err({ code: 'profile_signature_invalid', field: 'signed-by' });
    for (const other of [text, signedFile(text, another)]) {
      const given = args(other, signer.thumbprint);
      expect([await namedFile(given), await said(given), namedProfile(await namedFile(given))]).toEqual([
        refused,
        { result: refused, sentences: [] },
        null,
      ]);
    }
    for (const none of ['', 'x', `${signer.thumbprint}x`, 'service-1'])
      expect(await namedFile(args(file, none))).toEqual(err({ code: 'input_invalid', field: 'signed-by' }));
  });

  it('is refused where its signature does not fit, and told what is wrong with its form', async () => {
    const good = envelopeOf(text, signer);
    const swapped = args(JSON.stringify({ ...good, payload: envelopeOf('{}', signer).payload }), signer.thumbprint);
    const misfit = err({ code: 'profile_signature_invalid', field: 'signature' });
    expect([await said(swapped), namedProfile(await namedFile(swapped))]).toEqual([
      { result: misfit, sentences: [] },
      null,
    ]);
    expect(await said(args(JSON.stringify(envelopeOf(text, signer, { alg: 'none' }))))).toEqual({
      result: err({ code: 'profile_invalid', field: 'protected.alg' }),
      sentences: ['connection file: protected.alg: ES256'],
    });
    expect(await said(args(signedFile('{"version":1}', signer)))).toMatchObject({
      result: err({ code: 'profile_invalid', field: 'name' }),
    });
    expect(await namedFile(args(null, 'x'))).toEqual(err({ code: 'input_invalid', field: 'signed-by' }));
    expect(await namedFile(args(null))).toEqual(
      err({ code: 'profile_unreadable', field: 'deployment', detail: 'missing' }),
    );
  });
});
