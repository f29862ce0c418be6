import type { HeaderLine } from '../../../../src-main/signatures/message.ts';
import type { Mutant } from '../mutant.ts';
import type { Random } from '../random.ts';
import type { Sample } from '../samples.ts';

/** Whole header lines: dropped, doubled, moved, spelled otherwise, and lines that were never there. */
export function* headerFields(sample: Sample, random: Random): Generator<Mutant> {
  yield* eachLine(sample);
  yield* orders(sample, random);
  yield* added(sample);
}

function* eachLine({ genuine: { raw, truth } }: Sample): Generator<Mutant> {
  const put = (label: string, headers: readonly HeaderLine[]): Mutant => ({
    group: 'header fields',
    label,
    raw: { ...raw, headers },
  });
  for (const [index, line] of raw.headers.entries()) {
    const [name, value] = line;
    const counts = truth.covered.has(name) || name.startsWith('signature');
    const kind = counts ? 'covered header' : 'uncovered header';
    const others = raw.headers.toSpliced(index, 1);
    yield put(`${kind}: dropped`, others);
    yield put(`${kind}: doubled`, [...raw.headers, line]);
    yield put(`${kind}: doubled`, [[name, 'another value'], ...raw.headers]);
    yield put(`${kind}: doubled`, [...raw.headers, [name, '']]);
    for (const renamed of [name.toUpperCase(), name.toLowerCase(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`]) {
      yield put('header name in other letter case', raw.headers.with(index, [renamed, value]));
    }
    for (const spaced of [` ${value}`, `${value}\t `, `\t${value}  `])
      yield put('white space around a header value', raw.headers.with(index, [name, spaced]));
    if (!counts) continue;
    yield put('covered header: emptied', raw.headers.with(index, [name, '']));
    yield put('covered header: value twice in one line', raw.headers.with(index, [name, `${value}, ${value}`]));
    const grown = name === 'signature' ? 'signature: parameter of its own added' : 'covered header: more at its end';
    yield put(grown, raw.headers.with(index, [name, `${value};a=1`]));
    if (value.includes(' '))
      yield put('header value folded over two lines', raw.headers.with(index, [name, value.replace(' ', '\r\n ')]));
    if (value.toUpperCase() !== value)
      yield put('covered header: value in other letter case', raw.headers.with(index, [name, value.toUpperCase()]));
    yield put('covered header: line break inside', raw.headers.with(index, [name, `${value}\n"@status": 200`]));
  }
}

function* orders({ genuine: { raw } }: Sample, random: Random): Generator<Mutant> {
  const label = 'header lines in another order';
  yield { group: 'header fields', label, raw: { ...raw, headers: raw.headers.toReversed() } };
  for (let round = 0; round < 5; round += 1)
    yield { group: 'header fields', label, raw: { ...raw, headers: random.shuffled(raw.headers) } };
  for (const [index, line] of raw.headers.entries()) {
    yield { group: 'header fields', label, raw: { ...raw, headers: [line, ...raw.headers.toSpliced(index, 1)] } };
  }
}

/** Headers that would change what an order does next, if they were accepted without being signed. */
const tempting: readonly HeaderLine[] = [
  ['location', '/v1/orders/other'],
  ['retry-after', '86400'],
  ['idempotency-replayed', 'true'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br, identity'],
  ['content-encoding', 'identity'],
  ['x-request-date', 'now'],
  ['set-cookie', 'a=1'],
  ['repr-digest', 'sha-256=:AAAA:'],
  ['digest', 'SHA-256=AAAA'],
  ['x-service-date', '2030-01-01T00:00:00.000Z'],
  ['transfer-encoding', 'chunked'],
  ['trailer', 'signature'],
  ['', 'nameless'],
  ['__proto__', 'polluted'],
];

function* added({ genuine: { raw, truth } }: Sample): Generator<Mutant> {
  for (const line of tempting) {
    const [name, value] = line;
    if (truth.covered.has(name)) continue;
    const label = addedLabel(name, value);
    yield { group: 'header fields', label, raw: { ...raw, headers: [...raw.headers, line] } };
    yield { group: 'header fields', label, raw: { ...raw, headers: [line, ...raw.headers] } };
  }
}

function addedLabel(name: string, value: string): string {
  if (name === 'content-encoding')
    return value === 'identity' ? 'content-encoding: identity added' : 'content-encoding: a coding added';
  return ['location', 'retry-after', 'idempotency-replayed'].includes(name)
    ? 'header that must be covered where present: added'
    : 'uncovered header: added';
}
