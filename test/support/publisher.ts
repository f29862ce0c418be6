import { instantOf, unsignedRelease, unsignedRoot, withSignatures } from '../../scripts/release/document.ts';
import { newKey, type PublisherKey } from '../../scripts/release/key-file.ts';
import { documentBytes, type Package, type Release, type Root, type Signed } from '../../src-main/updates/documents.ts';
import { judgeFirstRoot, type Known } from '../../src-main/updates/judge.ts';

export const dayMs = 24 * 60 * 60 * 1000;
/** When the publisher of the tests writes its documents. */
export const publishedMs = Date.parse('2026-11-23T12:00:00Z');

export const somePackage: Package = { file: 'counterfoil.zip', bytes: 3, sha256: 'ab'.repeat(32), from: '0.1.0' };

/** Somebody with three root keys and three release keys, who writes documents of a year and of 30 days. */
export interface Publisher {
  readonly rootKeys: readonly PublisherKey[];
  readonly releaseKeys: readonly PublisherKey[];
  readonly root: (changes?: Partial<Root>) => Signed;
  readonly release: (changes?: Partial<Release>) => Signed;
}

export function newPublisher(): Publisher {
  const [rootKeys, releaseKeys] = [threeKeys(), threeKeys()];
  return {
    rootKeys,
    releaseKeys,
    root: (changes = {}) => {
      const names = { rootKeys: rootKeys.map(({ name }) => name), releaseKeys: releaseKeys.map(({ name }) => name) };
      return unsignedRoot({ version: 1, ...datesOf(365), ...names, ...changes });
    },
    release: (changes = {}) =>
      unsignedRelease({
        number: 7,
        ...datesOf(30),
        version: '0.2.0',
        targets: { 'linux-x64-zip': somePackage },
        ...changes,
      }),
  };
}

export function threeKeys(): readonly PublisherKey[] {
  return [newKey(), newKey(), newKey()];
}

export function datesOf(days: number, fromMs = publishedMs): { readonly issuedAt: string; readonly expiresAt: string } {
  return { issuedAt: instantOf(fromMs), expiresAt: instantOf(fromMs + days * dayMs) };
}

/** The bytes of a document that these keys signed. */
export function signedWith(document: Signed, keys: readonly PublisherKey[]): Uint8Array {
  return documentBytes(withSignatures(document, keys));
}

/** What a program knows that brings the publisher's first root along. */
export function knownFrom(publisher: Publisher): Known {
  const known = judgeFirstRoot(signedWith(publisher.root(), publisher.rootKeys.slice(0, 2)));
  if (!known.ok) throw new Error(known.error.code);
  return known.value;
}
