import { describe, expect, it } from 'vitest';
import { changedProfile, changedText, valueAt } from '../../../../src-main/deployment/change.ts';
import { profileOf } from '../partner-api/partner.ts';

const profile = profileOf({ baseUrl: 'https://service.example' });
const own =
  '{"$schema":"x.json","version":1,"name":"Shop","baseUrl":"https://service.example","serviceKeys":{"jwks":{"keys":[]}}}';

describe('a change of a profile', () => {
  it('alters the field it names and nothing else', () => {
    const changed = changedProfile(profile, [
      { path: 'request.seenAs.pathPrefix', to: '' },
      { path: 'answer.kinds.safeRead.binding', to: ['@method'] },
    ]);
    expect(changed).toEqual({
      ...profile,
      request: { ...profile.request, seenAs: { ...profile.request.seenAs, pathPrefix: '' } },
      answer: { ...profile.answer, kinds: { safeRead: { binding: ['@method'] } } },
    });
    expect(valueAt(changed, 'request.seenAs.pathPrefix')).toBe('');
    expect(valueAt(changed, 'request.no.such')).toBeUndefined();
  });

  it('makes no profile that the schema refuses', () => {
    expect(changedProfile(profile, [{ path: 'request.tag', to: 'partner' }])).toBeNull();
    expect(changedText(own, [{ path: 'request.nothing', to: 1 }])).toEqual({
      ok: false,
      error: { code: 'profile_invalid' },
    });
    expect(changedText('{', [])).toEqual({ ok: false, error: { code: 'profile_invalid' } });
  });

  it('leaves what a person wrote as it was, defaults unsaid', () => {
    const changed = changedText(own, [{ path: 'request.emptyQuery', to: 'omitted' }]);
    expect(changed.ok ? JSON.parse(changed.value) : null).toEqual({
      ...JSON.parse(own),
      request: { emptyQuery: 'omitted' },
    });
  });
});
