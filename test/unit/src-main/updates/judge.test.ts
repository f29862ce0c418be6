import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withSignatures } from '../../../../scripts/release/document.ts';
import { newKey, type PublisherKey } from '../../../../scripts/release/key-file.ts';
import { documentBytes, type Release } from '../../../../src-main/updates/documents.ts';
import {
  judgeFirstRoot,
  judgeRelease,
  judgeRoot,
  offerOf,
  type Installed,
  type Known,
} from '../../../../src-main/updates/judge.ts';
import {
  datesOf,
  dayMs,
  knownFrom,
  newPublisher,
  publishedMs,
  signedWith,
  somePackage,
  threeKeys,
} from '../../../support/publisher.ts';

const publisher = newPublisher();
const { rootKeys, releaseKeys } = publisher;
const known = knownFrom(publisher);
const now = { serviceMs: null, localMs: publishedMs + dayMs };

const two = (keys: readonly PublisherKey[]): readonly PublisherKey[] => keys.slice(0, 2);
const names = (keys: readonly PublisherKey[]): string[] => keys.map(({ name }) => name);
const release = (changes: Partial<Release> = {}): Uint8Array =>
  signedWith(publisher.release(changes), two(releaseKeys));

function refusalOf(bytes: Uint8Array, before: Known = known, times: Parameters<typeof judgeRelease>[2] = now): unknown {
  const judged = judgeRelease(bytes, before, times);
  return judged.ok ? 'believed' : judged.error.code;
}

function knownAfter(bytes: Uint8Array, before: Known = known): Known {
  const judged = judgeRelease(bytes, before, now);
  if (!judged.ok) throw new Error(judged.error.code);
  return judged.value.known;
}

describe('a release', () => {
  it('is believed when any two of the three keys signed it, or all', () => {
    const [a, b, c] = releaseKeys as [PublisherKey, PublisherKey, PublisherKey];
    for (const keys of [
      [a, b],
      [a, c],
      [c, b],
      [a, b, c],
    ]) {
      const judged = judgeRelease(signedWith(publisher.release(), keys), known, now);
      expect(judged).toMatchObject({ ok: true, value: { release: { version: '0.2.0', number: 7 } } });
    }
  });

  it('is not believed with one signature, with one twice, or with those of root keys', () => {
    const [a] = releaseKeys as [PublisherKey];
    expect(refusalOf(signedWith(publisher.release(), []))).toBe('threshold_not_met');
    expect(refusalOf(signedWith(publisher.release(), [a]))).toBe('threshold_not_met');
    expect(refusalOf(signedWith(publisher.release(), two(rootKeys)))).toBe('threshold_not_met');
    const { signed, signatures } = withSignatures(publisher.release(), [a]);
    expect(refusalOf(documentBytes({ signed, signatures: [...signatures, ...signatures] }))).toBe('tampered');
  });

  it('is tampered with where one more signature is there that does not hold, or that a stranger made', () => {
    const { signed, signatures } = withSignatures(publisher.release(), two(releaseKeys));
    const third = { key: releaseKeys[2]?.name ?? '', signature: signatures[0]?.signature ?? '' };
    expect(refusalOf(documentBytes({ signed, signatures: [...signatures, third] }))).toBe('tampered');
    expect(refusalOf(signedWith(publisher.release(), [...two(releaseKeys), newKey()]))).toBe('tampered');
  });

  it('is not believed with any byte changed, left out or put in', () => {
    const good = signedWith(publisher.release(), releaseKeys);
    const place = fc.nat({ max: good.length - 1 });
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 255 }), fc.nat({ max: 255 }), (at, change, added) => {
        const changed = Uint8Array.from(good, (byte, index) => (index === at ? byte ^ change : byte));
        const shorter = good.filter((_, index) => index !== at);
        const longer = Uint8Array.of(...good.subarray(0, at), added, ...good.subarray(at));
        for (const bytes of [changed, shorter, longer]) expect(refusalOf(bytes)).not.toBe('believed');
      }),
      { numRuns: 1000 },
    );
  });

  it('is not believed in another form of the same JSON', () => {
    const text = new TextDecoder().decode(release());
    const forms = [` ${text}`, text.trim(), `\uFEFF${text}`, text.replace('"signed":{', '"signed": {'), `${text}\n`];
    const twice = text.replace('"signed":{', '"signed":{"kind":"release",');
    for (const form of [...forms, twice]) expect(refusalOf(new TextEncoder().encode(form))).toBe('tampered');
    for (const form of ['', '{}', 'null', '[]', '{"signatures":[],"signed":{}}', text.slice(0, 90)])
      expect(refusalOf(new TextEncoder().encode(form)), form).toBe('tampered');
  });

  it('is of a later form where it was signed and has another member', () => {
    const { signed } = publisher.release();
    const later = signedWith({ signed: { ...signed, channel: 'early' }, signatures: [] }, two(releaseKeys));
    expect(refusalOf(later)).toBe('form_unknown');
    expect(refusalOf(signedWith(publisher.root(), two(releaseKeys)))).toBe('form_unknown');
  });

  it('is of another product', () => {
    const { signed } = publisher.release();
    const other = signedWith({ signed: { ...signed, product: 'another' }, signatures: [] }, two(releaseKeys));
    expect(refusalOf(other)).toBe('wrong_product');
  });

  it('is believed again as it was, refused with a smaller number, and never another of the same number', () => {
    const after = knownAfter(release());
    expect(refusalOf(release(), after)).toBe('believed');
    expect(refusalOf(release({ number: 6, version: '0.3.0' }), after)).toBe('rollback');
    expect(refusalOf(release({ version: '0.3.0' }), after)).toBe('tampered');
    expect(refusalOf(release({ number: 8 }), after)).toBe('believed');
  });

  it('ends: new it has expired, known it is a freeze', () => {
    const late = { serviceMs: null, localMs: publishedMs + 30 * dayMs };
    expect(refusalOf(release(), known, { ...late, localMs: late.localMs - 1000 })).toBe('believed');
    expect(refusalOf(release(), known, late)).toBe('expired');
    expect(refusalOf(release(), knownAfter(release()), late)).toBe('frozen');
    expect(refusalOf(release({ number: 6 }), knownAfter(release()), late)).toBe('rollback');
  });

  it('ends with its root', () => {
    const longer = release({ ...datesOf(900) });
    const judged = judgeRelease(longer, known, { serviceMs: null, localMs: publishedMs + 365 * dayMs });
    expect(judged).toEqual({ ok: false, error: { code: 'expired', detail: 'root' } });
  });
});

describe('a clock that is years off', () => {
  const years = (count: number): number => publishedMs + count * 365 * dayMs;

  it('is not asked where the service has said what time it is', () => {
    for (const localMs of [years(-30), years(-2), years(2), years(30)])
      expect(refusalOf(release(), known, { serviceMs: publishedMs + dayMs, localMs })).toBe('believed');
    expect(refusalOf(release(), known, { serviceMs: years(1), localMs: publishedMs })).toBe('expired');
  });

  it('lets nothing be installed: ahead, all has expired', () => {
    expect(refusalOf(release(), known, { serviceMs: null, localMs: years(3) })).toBe('expired');
  });

  it('lets nothing be installed: behind, a newer document is from the future', () => {
    const next = release({ number: 8, ...datesOf(30, publishedMs + 20 * dayMs) });
    expect(refusalOf(next, known, { serviceMs: null, localMs: years(-5) })).toBe('clock_unreliable');
    expect(refusalOf(next, known, { serviceMs: years(-5), localMs: years(0) })).toBe('clock_unreliable');
    expect(refusalOf(next, known, { serviceMs: null, localMs: publishedMs + 19 * dayMs })).toBe('believed');
  });

  it('brings no older document back to life: the newest date that was signed counts', () => {
    const after = knownAfter(release({ number: 8, ...datesOf(30, publishedMs + dayMs) }));
    const short = release({ number: 9, issuedAt: datesOf(1).issuedAt, expiresAt: datesOf(1).expiresAt });
    expect(refusalOf(short, after, { serviceMs: null, localMs: years(-5) })).toBe('expired');
  });

  it('leaves nothing behind that would refuse what comes once it is right', () => {
    const ahead = { serviceMs: null, localMs: years(3) };
    const judged = judgeRelease(release({ number: 9, ...datesOf(30, years(3)) }), known, now);
    expect(judged).toMatchObject({ ok: false, error: { code: 'clock_unreliable' } });
    expect(refusalOf(release(), known, ahead)).toBe('expired');
    expect(refusalOf(release(), known, now)).toBe('believed');
  });
});

describe('what a release has for a computer', () => {
  const installed: Installed = { version: '0.1.0', target: 'linux-x64-zip', gaveWay: [] };
  const offered = (version: string, changes: Partial<Installed> = {}): unknown => {
    const judged = judgeRelease(release({ version }), known, now);
    if (!judged.ok) throw new Error(judged.error.code);
    const offer = offerOf(judged.value.release, { ...installed, ...changes });
    return offer.ok ? offer.value : offer.error.code;
  };

  it('is a package of a newer version', () => {
    expect(offered('0.2.0')).toEqual({ version: '0.2.0', package: somePackage });
    expect(offered('0.1.10', { version: '0.1.9' })).toMatchObject({ version: '0.1.10' });
  });

  it.each(['0.1.0', '0.0.9', '0.0.10'])('is nothing where the version is %s', (version) => {
    expect(offered(version)).toBe('version_not_newer');
  });

  it('is nothing for another target, from too old a version, or a version that could not start here', () => {
    expect(offered('0.2.0', { target: 'linux-arm64-zip' })).toBe('wrong_target');
    expect(offered('0.2.0', { target: 'constructor' })).toBe('wrong_target');
    expect(offered('0.2.0', { version: '0.0.9' })).toBe('version_too_old');
    expect(offered('0.2.0', { gaveWay: ['0.2.0'] })).toBe('gave_way');
  });
});

describe('a root', () => {
  const next = newPublisher();
  const nextRoot = next.root({ version: 2 });
  const verdictOf = (bytes: Uint8Array, before: Known = known): unknown => {
    const judged = judgeRoot(bytes, before);
    return judged.ok ? judged.value.root.version : judged.error.code;
  };

  it('follows the one before when two keys of each signed it; then the new release keys count', () => {
    const bytes = signedWith(nextRoot, [...two(rootKeys), ...two(next.rootKeys)]);
    const judged = judgeRoot(bytes, known);
    if (!judged.ok) throw new Error(judged.error.code);
    expect(refusalOf(release(), judged.value)).toBe('threshold_not_met');
    expect(refusalOf(signedWith(next.release(), two(next.releaseKeys)), judged.value)).toBe('believed');
    expect(refusalOf(signedWith(next.release(), two(next.releaseKeys)))).toBe('threshold_not_met');
  });

  it('does not follow without two of the one before, or without two of its own', () => {
    const [old] = rootKeys as [PublisherKey];
    const [own] = next.rootKeys as [PublisherKey];
    expect(verdictOf(signedWith(nextRoot, two(next.rootKeys)))).toBe('threshold_not_met');
    expect(verdictOf(signedWith(nextRoot, [old, ...two(next.rootKeys)]))).toBe('threshold_not_met');
    expect(verdictOf(signedWith(nextRoot, two(rootKeys)))).toBe('threshold_not_met');
    expect(verdictOf(signedWith(nextRoot, [...two(rootKeys), own]))).toBe('threshold_not_met');
    expect(verdictOf(signedWith(nextRoot, two(releaseKeys)))).toBe('threshold_not_met');
    expect(verdictOf(signedWith(nextRoot, [...two(rootKeys), ...two(next.rootKeys), newKey()]))).toBe('tampered');
  });

  it('goes one version at a time, and never back', () => {
    const keys = [...two(rootKeys), ...two(next.rootKeys)];
    for (const version of [1, 3, 99])
      expect(verdictOf(signedWith(next.root({ version }), keys))).toBe('root_out_of_turn');
  });

  it('is not believed with any byte changed', () => {
    const good = signedWith(nextRoot, [...rootKeys, ...next.rootKeys]);
    fc.assert(
      fc.property(fc.nat({ max: good.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        expect(verdictOf(Uint8Array.from(good, (byte, index) => (index === at ? byte ^ change : byte)))).not.toBe(2);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the numbers while two release keys stay, and begins anew after that', () => {
    const after = knownAfter(release());
    const [a, b, c] = names(releaseKeys) as [string, string, string];
    const [x, y] = names(threeKeys()) as [string, string];
    const seenWith = (...keys: string[]): unknown => {
      const bytes = signedWith(publisher.root({ version: 2, releaseKeys: keys }), two(rootKeys));
      const judged = judgeRoot(bytes, after);
      return judged.ok ? judged.value.seen?.number : judged.error.code;
    };
    expect(seenWith(a, b, c)).toBe(7);
    expect(seenWith(a, x, c)).toBe(7);
    expect(seenWith(x, b, y)).toBeUndefined();
  });

  it('of a program is held to its own keys', () => {
    expect(judgeFirstRoot(signedWith(publisher.root(), [rootKeys[0] as PublisherKey]))).toMatchObject({ ok: false });
    expect(judgeFirstRoot(signedWith(publisher.root(), two(releaseKeys)))).toMatchObject({ ok: false });
    expect(judgeFirstRoot(release())).toEqual({ ok: false, error: { code: 'form_unknown' } });
    expect(judgeFirstRoot(new Uint8Array(0))).toEqual({ ok: false, error: { code: 'tampered' } });
  });

  it('has six different keys', () => {
    const [one] = names(releaseKeys) as [string];
    expect(() => publisher.root({ releaseKeys: [one, one, one] })).toThrow('form');
    expect(() => publisher.root({ rootKeys: names(rootKeys).map(() => one) })).toThrow('form');
    expect(() => publisher.root({ rootKeys: names(two(rootKeys)) })).toThrow('form');
  });
});
