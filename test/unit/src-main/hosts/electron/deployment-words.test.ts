import { describe, expect, it } from 'vitest';
import { introductionOf, type FileSignature, type Weakness } from '../../../../../src-main/deployment/introduction.ts';
import { parseProfile } from '../../../../../src-main/deployment/profile.ts';
import { deploymentWords } from '../../../../../src-main/hosts/electron/deployment-words.ts';
import { languageCodes } from '../../../../../src-shared/words/languages.ts';

const pin = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs';
const pinInGroups = 'NzbL sXh8 uDCc d-6M NwXF 4W_7 noWX FZAf HkxZ sRGC 9Xs';
const signer = 'ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI';
const signerInGroups = '\u2068ydQX Mtvb sOsZ yFir -Y7A 8t7f KEM1 gbKP vyFk dpu4 fvI\u2069';
const before = 'p0Wt7cLkZxR2vN4mQ8sYbJ1dHfUeGa6iXoA5BzT3K9E';
const beforeInGroups = '\u2068p0Wt 7cLk ZxR2 vN4m Q8sY bJ1d HfUe Ga6i XoA5 BzT3 K9E\u2069';

function wordsOf(change: object, signature?: FileSignature): { readonly message: string; readonly detail: string } {
  const profile = parseProfile(
    JSON.stringify({
      version: 1,
      name: 'Your bank',
      baseUrl: 'https://api.example.com:8443/x',
      serviceKeys: { url: '/keys', pins: [pin] },
      ...change,
    }),
  );
  if (!profile.ok) throw new Error(JSON.stringify(profile.error));
  return deploymentWords(introductionOf(profile.value, signature));
}

describe('the box that asks before a deployment is taken', () => {
  it('asks about the host, in every language at once, and never by the name that a file gives itself', () => {
    const { message, detail } = wordsOf({});
    expect(message.split('api.example.com:8443')).toHaveLength(1 + languageCodes.length);
    expect(message).toMatch(/\p{Script=Arabic}/u);
    expect(message).not.toContain('Your bank');
    for (const said of ['https://api.example.com:8443/x', 'Your bank', pinInGroups])
      expect(detail.split(said), said).toHaveLength(1 + languageCodes.length);
  });

  it('says what is weaker than usual, each with its place, and that nothing is', () => {
    const { detail } = wordsOf({
      answer: { binding: ['@method'], maxSkewSeconds: 600 },
      fence: { maxRequestAgeSeconds: 1, visibleWithinSeconds: 1 },
    });
    for (const said of [
      'answer.binding: @authority',
      'answer.maxSkewSeconds: 600 (60)',
      'fence: maxRequestAgeSeconds 1',
    ])
      expect(detail.split(said), said).toHaveLength(1 + languageCodes.length);
    expect(wordsOf({}).detail).toContain('nothing less than usual');
  });

  it('says where a host reads otherwise, where keys come from another one, and where none is confirmed', () => {
    const { detail } = wordsOf({
      baseUrl: 'https://бракет.example',
      serviceKeys: { url: 'https://keys.example.net/set', pins: [] },
    });
    for (const said of ['бракет.example', 'keys.example.net', 'No key of the service is accepted'])
      expect(detail).toContain(said);
  });

  it('keeps a text of the file from turning the writing around it', () => {
    expect(wordsOf({ name: 'بطاقات' }).detail).toContain('\u2068بطاقات\u2069');
  });

  it('has a sentence for each weakness in every language', () => {
    const kinds: readonly Weakness['kind'][] = [
      'unbound',
      'uncovered',
      'unsigned',
      'undated',
      'tolerance',
      'notBoughtProof',
    ];
    const { detail } = deploymentWords({
      host: 'a',
      hostReads: null,
      address: 'https://a/',
      name: 'a',
      thumbprints: [],
      keysFrom: null,
      weaker: kinds.map((kind) => ({ kind, field: kind, says: 'x' })),
      signature: { state: 'none' },
    });
    expect(detail.match(/^• .{10,}: \u2068.+$/gmu)).toHaveLength(languageCodes.length * kinds.length);
  });

  it.each([
    [{ state: 'none' }, 'signed', []],
    [{ state: 'new', signer }, 'The file is signed. Compare this key too', [signerInGroups]],
    [{ state: 'same', signer }, 'the same key as the one before', [signerInGroups]],
    [{ state: 'other', signer, before }, 'another key signed the file before', [beforeInGroups, signerInGroups]],
    [{ state: 'missing', before }, 'this file is not signed', [beforeInGroups]],
    [{ state: 'changed', before }, 'this change is not signed', [beforeInGroups]],
    [{ state: 'unknown', signer: null }, 'What would be used now is not signed', []],
    [{ state: 'unknown', signer }, 'signature of the file before cannot be read', [signerInGroups]],
  ] as const satisfies readonly (readonly [FileSignature, string, readonly string[]])[])(
    'says who signed the file, in groups that a person compares: %j',
    (signature, said, keys) => {
      const { detail } = wordsOf({}, signature);
      expect(detail.split(said)).toHaveLength(signature.state === 'none' ? 1 : 2);
      const shown = detail.split('\n').filter((line) => [signerInGroups, beforeInGroups].includes(line));
      expect(shown).toEqual(languageCodes.flatMap(() => keys));
      // A warning stands in every language, and where nobody signed today's question is as it was.
      const careful = ['other', 'missing', 'changed', 'unknown'].includes(signature.state) ? 1 : 0;
      expect([detail.split('Careful:').length, detail.split('انتبه:').length]).toEqual([1 + careful, 1 + careful]);
    },
  );
});
