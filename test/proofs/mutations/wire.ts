import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { RawAnswer } from '../../../src-main/core/ports.ts';
import { createHttpTransport } from '../../../src-main/hosts/http-transport.ts';
import { checkMutant, type World } from './check.ts';
import { sameOctets } from './mutants/bytes.ts';
import type { Random } from './random.ts';
import type { Sample } from './samples.ts';
import type { Tally } from './tally.ts';

interface Scripted {
  readonly label: string;
  /** The bytes in the pieces they are written in; after the last the connection ends. */
  readonly pieces: readonly Uint8Array[];
}

/**
 * The same through a real connection and the product's own transport: bytes of the message flipped before any parser
 * saw them, the answer cut off anywhere, and whole in any pieces. One request in flight is enough: each is a few
 * hundred µs.
 */
export async function proveOnTheWire(
  tally: Tally,
  world: World,
  samples: readonly Sample[],
  perSample: number,
  random: Random,
): Promise<void> {
  const scripts = new Map<string, Scripted>();
  const server = await listen(scripts);
  const transport = createHttpTransport();
  try {
    for (const sample of samples) {
      for (const scripted of scriptsFor(sample, perSample, random)) {
        scripts.set('/', scripted);
        const answer = await transport.exchange(
          { method: 'GET', url: `http://127.0.0.1:${String(portOf(server))}/`, headers: [], body: null },
          { waitMs: 5_000, maxBytes: 1_000_000 },
        );
        const finding = answer.ok
          ? checkMutant(world, sample, { group: 'wire', label: scripted.label, raw: answer.value })
          : { outcome: 'refused' as const };
        tally.count(sample.family, 'wire', scripted.label, finding.outcome, finding.fault, sample.kind);
      }
    }
  } finally {
    server.close();
    await once(server, 'close');
  }
}

async function listen(scripts: ReadonlyMap<string, Scripted>): Promise<Server> {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      for (const piece of scripts.get('/')?.pieces ?? []) socket.write(piece);
      socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function* scriptsFor({ genuine: { raw, truth } }: Sample, count: number, random: Random): Generator<Scripted> {
  const whole = messageOf(raw);
  const chunked = chunkedMessageOf(raw, random);
  const cut = { label: 'wire: cut off' };
  yield* harmless(whole);
  yield { label: 'wire: other chunks', pieces: chunked };
  yield { ...cut, pieces: chunked.slice(0, -1) };
  for (let round = 0; round < count; round += 1) {
    const at = random.below(whole.length);
    const flipped = Uint8Array.from(whole).with(at, (whole[at] ?? 0) ^ (1 << random.below(8)));
    yield { label: labelAt(whole, flipped, at, truth.covered), pieces: [flipped] };
    if (round % 2 === 0) yield { ...cut, pieces: [whole.slice(0, random.below(whole.length))] };
    if (round % 4 === 0) yield { ...cut, pieces: chunked.slice(0, 1 + random.below(chunked.length - 1)) };
    if (round % 8 === 0) yield { label: 'wire: other chunks', pieces: chunked };
    if (round % 8 === 0) yield { label: 'wire: other chunks', pieces: [whole.slice(0, at), whole.slice(at)] };
  }
}

/** One of each change that the parser or the judge takes no notice of, whatever the seed draws besides. */
function* harmless(whole: Uint8Array): Generator<Scripted> {
  const text = Buffer.from(whole).toString('latin1');
  const changes = [
    ['wire: protocol version', 'HTTP/1.1', 'HTTP/1.0'],
    ['wire: reason phrase', 'Some words', 'Other wits'],
    ['wire: header name in other letter case', '\nx-request-id', '\nX-ReQuest-ID'],
    ['wire: white space around a header value', 'x-request-id: ', 'x-request-id:\t'],
    ['wire: uncovered header', 'no-store', 'no-stare'],
    ['wire: framing', 'Connection: close', 'Connection: cluse'],
  ] as const;
  for (const [label, from, to] of changes) yield { label, pieces: [Buffer.from(text.replace(from, to), 'latin1')] };
}

function messageOf({ status, headers, body }: RawAnswer): Uint8Array {
  const head = [
    `HTTP/1.1 ${String(status)} Some words`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
  return Uint8Array.from(Buffer.concat([Buffer.from(head, 'latin1'), body]));
}

/** The head, each chunk of a few bytes, and the last chunk: without any of them the message is not whole. */
function chunkedMessageOf({ status, headers, body }: RawAnswer, random: Random): Uint8Array[] {
  const lines = headers.filter(([name]) => name !== 'Content-Length').map(([name, value]) => `${name}: ${value}`);
  const pieces = [
    Buffer.from(
      [`HTTP/1.1 ${String(status)} OK`, ...lines, 'Transfer-Encoding: chunked', '', ''].join('\r\n'),
      'latin1',
    ),
  ];
  for (let at = 0; at < body.length;) {
    const size = Math.min(body.length - at, 1 + random.below(120));
    pieces.push(
      Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), body.subarray(at, at + size), Buffer.from('\r\n')]),
    );
    at += size;
  }
  return [...pieces, Buffer.from('0\r\n\r\n')];
}

/** What a flipped byte was part of. */
function labelAt(whole: Uint8Array, flipped: Uint8Array, at: number, covered: ReadonlyMap<string, string>): string {
  const text = Buffer.from(whole).toString('latin1');
  const headEnd = text.indexOf('\r\n\r\n') + 4;
  if (at >= headEnd) return 'wire: body';
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = text.indexOf('\n', at);
  const line = text.slice(lineStart, lineEnd);
  if (text[at] === '\r' || text[at] === '\n') return 'wire: framing';
  if (lineStart === 0) return at < 8 ? 'wire: protocol version' : at < 12 ? 'wire: status' : 'wire: reason phrase';
  const name = line.split(':', 1)[0] ?? '';
  const counts = covered.has(name) || name.startsWith('signature');
  const offset = at - lineStart;
  const [before, after] = [line, Buffer.from(flipped).toString('latin1').slice(lineStart, lineEnd)].map((one) =>
    one.replace(/^signature: |\r$/g, ''),
  );
  if (name === 'signature' && sameOctets(before ?? '', after ?? '')) return 'signature: bits that base64 does not use';
  const letterCase =
    Buffer.from(flipped).toString('latin1').slice(lineStart, lineEnd).toLowerCase() === line.toLowerCase();
  if (offset < name.length && letterCase) return 'wire: header name in other letter case';
  if (offset === name.length + 1) return 'wire: white space around a header value';
  if (['Connection', 'Content-Length'].includes(name)) return 'wire: framing';
  return counts ? 'wire: covered header' : 'wire: uncovered header';
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
