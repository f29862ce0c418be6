import {
  areEnough,
  parseRelease,
  parseRoot,
  signersOf,
  threshold,
  type Release,
  type Root,
  type Signed,
} from '../../src-main/updates/documents.ts';
import { Refusal } from '../lib/say.mjs';
import { advised } from './advice.ts';

/** Keys of one kind, of which two have to sign. */
interface Kind {
  readonly name: string;
  readonly keys: readonly string[];
}

/** A document that is ready for signatures, and whose they are. */
export interface Signable {
  readonly document: Root | Release;
  readonly kinds: readonly Kind[];
}

/**
 * Who has to sign the document. `before` is the root whose release keys sign a release, or the one before a root.
 * Throws where it is missing, or no counter could take the document.
 */
export function signable(path: string, { signed }: Signed, before: Root | null): Signable {
  const { document, kinds } =
    signed['kind'] === 'root' ? rootOf(path, signed, before) : releaseOf(path, signed, before);
  if (Date.parse(document.expiresAt) <= Date.now())
    throw new Refusal(`${path} expired at ${document.expiresAt}. Write it anew, with a later --expires.`);
  return { document, kinds };
}

/** Throws where a signature in the document is not of what it says, or of a key that has no say in it. */
export function refuseStray(path: string, document: Signed, { kinds }: Signable): void {
  const signers = signersOf(document);
  if (!signers.ok)
    throw new Refusal(`${path} was changed after somebody signed it. Write it anew; then all of you sign it.`);
  for (const signer of signers.value)
    if (!isNamed(signer, kinds))
      throw new Refusal(
        `${path} is signed by ${signer}, which is none of the ${named(kinds)}: no counter would take it. ` +
          'Write it anew; then two of these sign it.',
      );
}

export function isNamed(key: string, kinds: readonly Kind[]): boolean {
  return kinds.some(({ keys }) => keys.includes(key));
}

export function named(kinds: readonly Kind[]): string {
  return kinds.map(({ name }) => name).join(' and the ');
}

/** How many signatures there are of each kind, and whether they are enough. */
export function counted({ signatures }: Signed, kinds: readonly Kind[]): string {
  const signers = new Set(signatures.map(({ key }) => key));
  return kinds
    .map(({ name, keys }) => {
      const count = `${String(keys.filter((key) => signers.has(key)).length)} of ${String(threshold)} ${name}`;
      return areEnough(signers, keys) ? count : `${count}: not enough yet`;
    })
    .join('; ');
}

function rootOf(path: string, signed: Signed['signed'], before: Root | null): Signable {
  const root = parseRoot(signed);
  if (!root.ok) throw new Refusal(`${path}: ${advised(root.error)}`);
  const { version, rootKeys } = root.value;
  const own = { name: `root keys of root ${String(version)}`, keys: rootKeys };
  if (version === 1) return { document: root.value, kinds: [own] };
  if (before?.version !== version - 1)
    throw new Refusal(
      `${path} is root ${String(version)}. Name the root before it: --root root-${String(version - 1)}.json`,
    );
  return {
    document: root.value,
    kinds: [{ name: `root keys of root ${String(before.version)}`, keys: before.rootKeys }, own],
  };
}

function releaseOf(path: string, signed: Signed['signed'], before: Root | null): Signable {
  const release = parseRelease(signed);
  if (!release.ok) throw new Refusal(`${path}: ${advised(release.error)}`);
  if (before === null) throw new Refusal(`${path} is a release. Name the newest root, whose keys sign it: --root ROOT`);
  return {
    document: release.value,
    kinds: [{ name: `release keys of root ${String(before.version)}`, keys: before.releaseKeys }],
  };
}
