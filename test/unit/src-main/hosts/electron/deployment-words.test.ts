import { describe, expect, it } from 'vitest';
import { introductionOf, type Weakness } from '../../../../../src-main/deployment/introduction.ts';
import { parseProfile } from '../../../../../src-main/deployment/profile.ts';
import { deploymentWords } from '../../../../../src-main/hosts/electron/deployment-words.ts';
import { languageCodes } from '../../../../../src-shared/words/languages.ts';

const pin = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs';

function wordsOf(change: object): { readonly message: string; readonly detail: string } {
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
  return deploymentWords(introductionOf(profile.value));
}

describe('the box that asks before a deployment is taken', () => {
  it('asks about the host, in every language at once, and never by the name that a file gives itself', () => {
    const { message, detail } = wordsOf({});
    expect(message.split('api.example.com:8443')).toHaveLength(1 + languageCodes.length);
    expect(message).toMatch(/\p{Script=Arabic}/u);
    expect(message).not.toContain('Your bank');
    for (const said of ['https://api.example.com:8443/x', 'Your bank', pin])
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
    });
    expect(detail.match(/^• .{10,}: \u2068.+$/gmu)).toHaveLength(languageCodes.length * kinds.length);
  });
});
