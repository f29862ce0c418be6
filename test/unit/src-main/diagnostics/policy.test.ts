import { beforeEach, describe, expect, it } from 'vitest';
import { journalRules } from '../../../../src-main/app/counter/journal-rules.ts';
import { parseProfile, profileHash } from '../../../../src-main/deployment/profile.ts';
import type { Diagnosis } from '../../../../src-main/diagnostics/diagnose.ts';
import { acceptedUnder, keepPolicy, policyOf } from '../../../../src-main/diagnostics/policy.ts';
import { enrolmentEvent } from '../../../../src-main/enrolment/machine/events.ts';
import { rowOfEvent } from '../../../../src-main/enrolment/records/stored-events.ts';
import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { tempFolder } from '../../../support/temp.ts';
import { value } from '../orders/till.ts';

let journal: Journal;
beforeEach(() => {
  journal = value(
    openJournal({ rules: journalRules, directory: tempFolder(), clock: systemClock, randomness: systemRandomness }),
  );
});

const active = { keyId: 'k', evidence: 'diagnosed' } as const;
const diagnosed = (policyVersion: number, scopes: readonly string[]) =>
  journal.append({
    subject: '',
    kind: 'policy-reported',
    body: { policyVersion, scopes: [...scopes], profileHash: 'h' },
  });
const activated = (body: Partial<{ scopes: string[]; policyVersion: number; evidence: 'scope_missing' }>) =>
  journal.append(rowOfEvent(enrolmentEvent('i', 'enrolment-active', { ...active, ...body })));

describe('whether these settings were accepted before', () => {
  const diagnosis: Diagnosis = {
    lines: [],
    components: [],
    partnerId: 'p',
    applicationId: 'a',
    policyVersion: 1,
    effectiveScopes: ['profile:read'],
    missingScopes: [],
    clockOffsetMs: null,
    requestId: null,
  };
  const profile = value(
    parseProfile(
      JSON.stringify({ version: 1, name: 'A', baseUrl: 'https://p.example', serviceKeys: { jwks: { keys: [] } } }),
    ),
  );

  it('goes by what signatures depend on, and not by the name of the file', () => {
    expect(acceptedUnder(journal, profile)).toBe(false);
    keepPolicy(journal, profile, diagnosis);
    expect(acceptedUnder(journal, profile)).toBe(true);
    expect(acceptedUnder(journal, { ...profile, name: 'B', maximumQuantity: 5 })).toBe(true);
    expect(acceptedUnder(journal, { ...profile, baseUrl: 'https://q.example' })).toBe(false);
    expect(acceptedUnder(journal, { ...profile, request: { ...profile.request, label: 'other' } })).toBe(false);
    expect(acceptedUnder(journal, { ...profile, answer: { ...profile.answer, maxSkewSeconds: 5 } })).toBe(false);
  });

  it('knows it of the very same file from before that was kept too', () => {
    journal.append({ subject: '', kind: 'policy-reported', body: { profileHash: profileHash(profile) } });
    expect(acceptedUnder(journal, profile)).toBe(true);
    expect(acceptedUnder(journal, { ...profile, name: 'B' })).toBe(false);
  });
});

describe('the permissions that are known', () => {
  it('are none before the service has said any', () => {
    activated({ evidence: 'scope_missing' });
    expect(policyOf(journal)).toBeNull();
  });

  it('are those of the activation where the diagnosis after it got no answer', () => {
    activated({ scopes: ['orders:create'], policyVersion: 3 });
    expect(policyOf(journal)).toEqual({ policyVersion: 3, scopes: ['orders:create'] });
  });

  it('are the last that were said, whichever way', () => {
    activated({ scopes: ['orders:create'], policyVersion: 3 });
    diagnosed(4, ['orders:create', 'cards:reveal']);
    expect(policyOf(journal)?.scopes).toEqual(['orders:create', 'cards:reveal']);
    activated({ scopes: ['cards:read'], policyVersion: 5 });
    expect(policyOf(journal)?.scopes).toEqual(['cards:read']);
    activated({ evidence: 'scope_missing' });
    expect(policyOf(journal)?.scopes).toEqual(['cards:read']);
  });
});
