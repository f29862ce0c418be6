import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../../../src-main/deployment/profile.ts';
import { openDeploymentFile } from '../../../../src-main/deployment/signed-file.ts';
import { largestProfile } from '../../../../src-shared/contract/choices.ts';
import { deploymentSigner, envelopeOf, signedFile } from '../../../support/signed-deployment.ts';

const times = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(',');
const within = (levels: number, text: string): string => '['.repeat(levels) + text + ']'.repeat(levels);

/** Each is within what a file may have. */
const hostile = [
  ['levels without end', `{"a":${within(130_000, '')}}`],
  ['the same name again and again, far within', `{"a":${within(60_000, `{${times(12_000, () => '"":1')}}`)}}`],
  ['the same name again and again', `{${times(40_000, () => '"a":1')}}`],
  ['thousands of names that nobody knows', `{${times(20_000, (at) => `"k${at}":1`)}}`],
  ['thousands of marks that nobody sees', `{"a":[${times(30_000, () => '"\u202e"')}]}`],
  ['thousands of keys that are none', `{"version":1,"serviceKeys":{"jwks":{"keys":[${times(50_000, () => '1')}]}}}`],
] as const;

describe('a deployment file of at most the largest size', () => {
  it.each(hostile)('is refused with few faults for %s', (_name, text) => {
    expect(text.length).toBeLessThanOrEqual(largestProfile);
    const profile = parseProfile(text);
    expect(profile.ok ? 0 : profile.error.length).toBeGreaterThan(0);
    expect(profile.ok ? 0 : profile.error.length).toBeLessThanOrEqual(200);
    expect(JSON.stringify(profile).length).toBeLessThan(100_000);
  });

  it.each(hostile)('is refused where it is signed, for %s', (_name, text) => {
    const opened = openDeploymentFile(signedFile(text, deploymentSigner()));
    const profile = opened.ok ? parseProfile(opened.value.text) : opened;
    expect(profile.ok).toBe(false);
  });

  it.each(hostile)('is refused where a header of it has %s', (_name, text) => {
    expect(openDeploymentFile(JSON.stringify(envelopeOf('{}', deploymentSigner(), text))).ok).toBe(false);
  });
});
