import { isDeepStrictEqual } from 'node:util';
import { sha256Base64url } from '../core/hash.ts';
import { err, ok, type Result } from '../core/result.ts';
import {
  areEnough,
  parseRelease,
  parseRoot,
  readDocument,
  signersOf,
  threshold,
  type Package,
  type Release,
  type Root,
  type Signed,
} from './documents.ts';
import type { UpdateFault } from './fault.ts';
import { compareVersions } from './version.ts';

/** What was taken for genuine before. Nothing that is older is trusted. */
export interface Known {
  readonly root: Root;
  /** The release document of the greatest number so far, by the hash of its bytes. */
  readonly seen: { readonly number: number; readonly sha256: string } | null;
  /** When the newest verified release was issued; at first, the root that the program brought along. */
  readonly newestMs: number;
  /** What shows that to whoever reads it again: it lies in a file that others may write. */
  readonly proof: Proof;
}

/** Documents as they were signed, one after the other. */
export interface Proof {
  /** The roots that followed the one of the program. */
  readonly roots: readonly string[];
  /** The newest release under the last of them. */
  readonly release: string | null;
}

export interface Times {
  /** The service's time, where the counter has learned it from a real deployment. */
  readonly serviceMs: number | null;
  readonly localMs: number;
}

/** The program that is running. */
export interface Installed {
  readonly version: string;
  /** `linux-x64-zip` and the like. */
  readonly target: string;
  /** Versions that could not start here. */
  readonly gaveWay: readonly string[];
}

/** An update that may be fetched. */
export interface Offer {
  readonly version: string;
  readonly package: Package;
}

/** How far the publisher's clock and ours may be apart. */
const clockDifferenceMs = 24 * 60 * 60 * 1000;

/** The root that follows `known.root`; what is known with it from then on. */
export function judgeRoot(bytes: Uint8Array, known: Known): Result<Known, UpdateFault> {
  const document = signedDocument(bytes, known.root.rootKeys);
  if (!document.ok) return document;
  const { signed, signers } = document.value;
  const root = parseRoot(signed);
  if (!root.ok) return root;
  const { version, rootKeys, releaseKeys } = root.value;
  if (version !== known.root.version + 1) return err({ code: 'root_out_of_turn' });
  if (!areEnough(signers, rootKeys)) return err({ code: 'threshold_not_met', detail: 'root' });
  if (!areAllOf(signers, [...known.root.rootKeys, ...rootKeys])) return err({ code: 'tampered', detail: 'signer' });
  const stay = releaseKeys.filter((key) => known.root.releaseKeys.includes(key)).length >= threshold;
  const roots = [...known.proof.roots, textOf(bytes)];
  return ok({ ...known, root: root.value, seen: stay ? known.seen : null, proof: { ...known.proof, roots } });
}

/** The release document as the root's release keys signed it; what is known with it from then on. */
export function judgeRelease(
  bytes: Uint8Array,
  known: Known,
  times: Times,
): Result<{ readonly release: Release; readonly known: Known }, UpdateFault> {
  const document = signedDocument(bytes, known.root.releaseKeys);
  if (!document.ok) return document;
  const { signed, signers } = document.value;
  if (!areAllOf(signers, known.root.releaseKeys)) return err({ code: 'tampered', detail: 'signer' });
  const release = parseRelease(signed);
  if (!release.ok) return release;
  const { number, issuedAt } = release.value;
  const sha256 = sha256Base64url(bytes);
  const before = known.seen;
  if (before !== null && number < before.number) return err({ code: 'rollback' });
  if (before?.number === number && before.sha256 !== sha256) return err({ code: 'tampered', detail: 'number' });
  const trouble = dateTrouble(release.value, known, times);
  if (trouble !== null) return err(trouble);
  const newestMs = Math.max(known.newestMs, Date.parse(issuedAt));
  const proof = { ...known.proof, release: textOf(bytes) };
  return ok({ release: release.value, known: { ...known, seen: { number, sha256 }, newestMs, proof } });
}

/** What a genuine release has for this computer. */
export function offerOf(release: Release, installed: Installed): Result<Offer, UpdateFault> {
  const { version, targets } = release;
  const found = Object.entries(targets).find(([target]) => target === installed.target)?.[1];
  if (compareVersions(version, installed.version) <= 0) return err({ code: 'version_not_newer' });
  if (found === undefined) return err({ code: 'wrong_target', detail: installed.target });
  if (compareVersions(installed.version, found.from) < 0) return err({ code: 'version_too_old', detail: found.from });
  if (installed.gaveWay.includes(version)) return err({ code: 'gave_way', detail: version });
  return ok({ version, package: found });
}

/** The root that a program brings along: held to its own keys, since there is none before it. */
export function judgeFirstRoot(bytes: Uint8Array): Result<Known, UpdateFault> {
  const document = readDocument(bytes);
  if (!document.ok) return document;
  const signers = signersOf(document.value);
  if (!signers.ok) return signers;
  const root = parseRoot(document.value.signed);
  if (!root.ok) return root;
  if (!areEnough(signers.value, root.value.rootKeys)) return err({ code: 'threshold_not_met', detail: 'root' });
  const proof = { roots: [], release: null };
  return ok({ root: root.value, seen: null, newestMs: Date.parse(root.value.issuedAt), proof });
}

/** Whether the newest release that is known, which enough keys of the root signed, has this offer for some computer. */
export function isProved({ root, proof }: Known, offer: Offer): boolean {
  const document = proof.release === null ? null : signedDocument(bytesOf(proof.release), root.releaseKeys);
  const release = document?.ok === true ? parseRelease(document.value.signed) : null;
  if (release?.ok !== true || release.value.version !== offer.version) return false;
  return Object.values(release.value.targets).some((target) => isDeepStrictEqual(target, offer.package));
}

/** Canonical JSON is UTF-8 and nothing else, so no byte of it is lost in a text. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

export function bytesOf(document: string): Uint8Array {
  return new TextEncoder().encode(document);
}

/** A document that enough of `keys` signed. */
function signedDocument(
  bytes: Uint8Array,
  keys: readonly string[],
): Result<{ readonly signed: Signed['signed']; readonly signers: ReadonlySet<string> }, UpdateFault> {
  const document = readDocument(bytes);
  if (!document.ok) return document;
  const signers = signersOf(document.value);
  if (!signers.ok) return signers;
  if (!areEnough(signers.value, keys)) return err({ code: 'threshold_not_met' });
  return ok({ signed: document.value.signed, signers: signers.value });
}

function areAllOf(signers: ReadonlySet<string>, keys: readonly string[]): boolean {
  return [...signers].every((signer) => keys.includes(signer));
}

/**
 * The later of two clocks is the safer one: what has expired stays so. Only a date from the future shows that a clock
 * is behind, and then nothing can be said of any date.
 */
function dateTrouble(release: Release, known: Known, { serviceMs, localMs }: Times): UpdateFault | null {
  const nowMs = Math.max(serviceMs ?? localMs, known.newestMs);
  if (Date.parse(release.issuedAt) > nowMs + clockDifferenceMs) return { code: 'clock_unreliable' };
  if (Date.parse(known.root.expiresAt) <= nowMs) return { code: 'expired', detail: 'root' };
  if (Date.parse(release.expiresAt) > nowMs) return null;
  return { code: known.seen?.number === release.number ? 'frozen' : 'expired', detail: 'release' };
}
