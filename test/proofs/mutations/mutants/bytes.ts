import type { HeaderLine } from '../../../../src-main/signatures/message.ts';
import type { Mutant } from '../mutant.ts';
import type { Random } from '../random.ts';
import type { Sample } from '../samples.ts';

/** How much of what is possible is tried. */
export interface Effort {
  /** One byte in so many. */
  readonly stride: number;
  /** How many of the eight bits of each byte. */
  readonly bits: number;
  /** Of the changes to whole fields and members, one in so many. */
  readonly thin: number;
}

/** Every status but the true one. */
export function* statuses({ genuine: { raw } }: Sample, { stride }: Effort, random: Random): Generator<Mutant> {
  for (let status = 100 + random.below(stride); status < 600; status += stride) {
    if (status !== raw.status) yield { group: 'status', label: 'other status', raw: { ...raw, status } };
  }
}

/** Bytes of header names and values. */
export function* headerBytes(sample: Sample, effort: Effort, random: Random): Generator<Mutant> {
  const { raw, truth } = sample.genuine;
  for (const [index, [name, value]] of raw.headers.entries()) {
    const covered = truth.covered.has(name);
    const signing = name.startsWith('signature');
    const put = (line: HeaderLine, label: string): Mutant => ({
      group: 'header bytes',
      label,
      raw: { ...raw, headers: raw.headers.with(index, line) },
    });
    for (const renamed of flips(name, effort, random)) {
      if (renamed.toLowerCase() === name.toLowerCase()) yield put([renamed, value], 'header name in other letter case');
      else yield put([renamed, value], covered || signing ? 'covered header: renamed' : 'uncovered header: renamed');
    }
    for (const changed of flips(value, effort, random))
      yield put([name, changed], valueLabel(name, value, changed, covered));
  }
}

/** The body: every byte flipped, left out or doubled, and cut short everywhere. */
export function* bodyBytes(
  { genuine: { raw } }: Sample,
  { stride, bits }: Pick<Effort, 'stride' | 'bits'>,
  random: Random,
): Generator<Mutant> {
  const put = (label: string, body: Uint8Array): Mutant => ({ group: 'body bytes', label, raw: { ...raw, body } });
  const { body } = raw;
  for (let at = random.below(stride); at < body.length; at += stride) {
    for (const mask of masks(bits, random)) yield put('body: byte flipped', body.with(at, (body[at] ?? 0) ^ mask));
    yield put('body: byte dropped', joined(body.subarray(0, at), body.subarray(at + 1)));
    yield put('body: byte doubled', joined(body.subarray(0, at + 1), body.subarray(at)));
    yield put('body: cut short', body.slice(0, at));
  }
  for (const more of ['\n', ' ', '\0', '{}', new TextDecoder().decode(body)])
    yield put('body: more at its end', joined(body, new TextEncoder().encode(more)));
  yield put('body: byte order mark', joined(Uint8Array.of(0xef, 0xbb, 0xbf), body));
}

/** The text with a flipped bit at each place, as latin1: a header may hold any octet. */
export function* flips(
  text: string,
  { stride, bits }: Pick<Effort, 'stride' | 'bits'>,
  random: Random,
): Generator<string> {
  for (let at = random.below(stride); at < text.length; at += stride) {
    for (const mask of masks(bits, random))
      yield text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ mask) + text.slice(at + 1);
  }
}

function masks(bits: number, random: Random): number[] {
  const all = [1, 2, 4, 8, 16, 32, 64, 128];
  return bits >= all.length ? all : random.shuffled(all).slice(0, bits);
}

function valueLabel(name: string, before: string, after: string, covered: boolean): string {
  if (name === 'signature')
    return sameOctets(before, after) ? 'signature: bits that base64 does not use' : 'signature: byte flipped';
  if (name === 'signature-input') return 'signature-input: byte flipped';
  return covered ? 'covered header: byte flipped' : 'uncovered header: byte flipped';
}

/** Whether only bits of the last base64 digit that stand for no octet differ (64 octets leave four of them). */
export function sameOctets(before: string, after: string): boolean {
  const pattern = /^(sig1=:)([A-Za-z0-9+/]+==)(:)$/;
  const [one, other] = [pattern.exec(before)?.[2], pattern.exec(after)?.[2]];
  return one !== undefined && other !== undefined && Buffer.from(one, 'base64').equals(Buffer.from(other, 'base64'));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}
