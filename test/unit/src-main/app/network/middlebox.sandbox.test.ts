import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createHttpTransport } from '../../../../../src-main/hosts/http-transport.ts';
import { letsPass, startMiddlebox, type Meddling } from '../../../../support/middlebox.ts';
import { until } from '../../../../support/until.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, enrolledApp, settled } from '../counter-app.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

const portal = '<html><title>Sign in</title><form action="/login">';

function answer(status: string, body = '', ...lines: readonly string[]): string {
  return [`HTTP/1.1 ${status}`, ...lines, `Content-Length: ${String(body.length)}`, '', body].join('\r\n');
}

/** Changes the head of what the service answered. */
function inHead(change: (head: string) => string): Meddling {
  return inBoth((head, body) => `${change(head)}\r\n\r\n${body}`);
}

function inBoth(change: (head: string, body: string) => string): Meddling {
  return async (_asked, pass) => {
    const whole = await pass();
    const end = whole.indexOf('\r\n\r\n');
    return change(whole.slice(0, end), whole.slice(end + 4));
  };
}

/** The line of a header again, as `as` writes it. */
function again(name: string, as: string): Meddling {
  return inHead((head) => head.replace(new RegExp(`^(${name}): ([^\\r]*)`, 'im'), as));
}

const withoutLength = (head: string): string => head.replace(/\r\ncontent-length: [^\r]*/i, '');
/** The answer to the first sale, verified once. */
let kept = '';

/** What does not change an answer. */
const harmless: Readonly<Record<string, Meddling>> = {
  'names of headers in small letters': inHead((head) => head.replace(/^[\w-]+:/gm, (name) => name.toLowerCase())),
  'names of headers in capitals': inHead((head) => head.replace(/^[\w-]+:/gm, (name) => name.toUpperCase())),
  'spaces around what headers say': inHead((head) => head.replace(/^([\w-]+): ([^\r]*)/gm, '$1:    $2   ')),
  'headers of its own': inHead((head) => `${head}\r\nVia: 1.1 shop\r\nX-Cache: HIT`),
  'answers before the answer': async (_asked, pass) =>
    `HTTP/1.1 103 Early Hints\r\nContent-Digest: sha-256=:AAAA:\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${await pass()}`,
  'chunks with extensions, and trailers': inBoth((head, body) =>
    [
      `${withoutLength(head)}\r\nTransfer-Encoding: chunked\r\n`,
      `1;a="b"\r\n${body.slice(0, 1)}`,
      `${(body.length - 1).toString(16)};x=y\r\n${body.slice(1)}`,
      '0\r\nSignature: sig=:AAAA:\r\nContent-Digest: sha-256=:AAAA:\r\n\r\n',
    ].join('\r\n'),
  ),
  'a connection left half open': async (_asked, pass, counter) => {
    counter.write(Buffer.from(await pass(), 'latin1'));
    return null;
  },
};

const harmful: Readonly<Record<string, Meddling>> = {
  'a byte order mark': inBoth(
    (head, body) =>
      `${withoutLength(head)}\r\nContent-Length: ${String(body.length + 3)}\r\n\r\n\u{ef}\u{bb}\u{bf}${body}`,
  ),
  'two lengths': again('content-length', '$1: $2\r\n$1: 1'),
  'the same length twice': again('content-length', '$1: $2\r\n$1: $2'),
  'a length and chunks': inHead((head) => `${head}\r\nTransfer-Encoding: chunked`),
  'a folded line': inHead((head) => head.replace(/^(content-digest: [^\r]{10})/im, '$1\r\n ')),
  'a digest twice': again('content-digest', '$1: $2\r\n$1: $2'),
  'a digest joined with itself': again('content-digest', '$1: $2, $2'),
  'a signature twice': again('signature', '$1: $2\r\n$1: $2'),
  'a request id twice': again('x-request-id', '$1: $2\r\n$1: $2'),
  'another status': inHead((head) => head.replace(/^HTTP\/1.1 \d+/, 'HTTP/1.1 200')),
  'a coding': inHead((head) => `${head}\r\nContent-Encoding: gzip`),
  'a character set': again('content-type', '$1: $2; charset=iso-8859-1'),
  'a redirect to a sign-in': () => Promise.resolve(answer('302 Found', '', 'Location: http://portal.example/login')),
  'a redirect to the same place': (asked) =>
    Promise.resolve(answer('308 Permanent Redirect', '', `Location: ${asked.split(' ')[1] ?? ''}`)),
  'a sign-in page': () => Promise.resolve(answer('200 OK', portal, 'Content-Type: text/html')),
  'a sign-in page by its status': () => Promise.resolve(answer('511 Network Authentication Required', portal)),
  'a sign-in page after the order went through': async (_asked, pass) => {
    await pass();
    return answer('200 OK', portal, 'Content-Type: text/html');
  },
  'the answer of an older order': () => Promise.resolve(kept),
  'the answer of an older order after this one went through': async (_asked, pass) => {
    await pass();
    return kept;
  },
  'the answer of an older order before the right one': async (_asked, pass) => kept + (await pass()),
  'the request twice': async (_asked, pass) => {
    await pass();
    return pass();
  },
};

it('buys each sale once, and completes none by what came otherwise than the service signed it', async () => {
  const box = await startMiddlebox(createHttpTransport());
  onTestFinished(() => box.stop());
  const parts = await enrolledApp(service, { transport: box.transport });
  const { orders } = parts.app.handlers;
  const sale = await aSale(parts.app, 1);
  box.does = async (_asked, pass) => (kept = await pass());
  await settled(parts, value(await orders.place(sale)).operationId);
  box.does = letsPass;

  const seen: Record<string, string> = {};
  for (const [name, meddling] of Object.entries({ ...harmless, ...harmful })) {
    box.does = meddling;
    const { operationId } = value(await orders.place(sale));
    const read = async () => value(await orders.read({ operationId })).order;
    await until(`an answer with ${name}`, async () => (await read()).state !== 'intended');
    await until(`a judgement of ${name}`, async () => (await read()).attempts.every((one) => one.judgement !== 'open'));
    seen[name] = (await read()).state;
    box.does = letsPass;
    await orders.resume({ operationId });
    await settled(parts, operationId);
  }
  expect(Object.entries(seen).filter(([name]) => name in harmless && seen[name] !== 'completed')).toEqual([]);
  expect(Object.entries(seen).filter(([name]) => name in harmful && seen[name] !== 'unknown')).toEqual([]);
  expect(await service.look('/orders')).toHaveLength(1 + Object.keys(seen).length);
  expect(parts.bugs).toEqual([]);
});

it('takes no answer that belongs to the sale beside it', async () => {
  const box = await startMiddlebox(createHttpTransport());
  onTestFinished(() => box.stop());
  const parts = await enrolledApp(service, { transport: box.transport });
  const { orders } = parts.app.handlers;
  const sale = await aSale(parts.app, 1);
  const before = countOf(await service.look('/orders'));
  const answers: string[] = [];
  box.does = async (_asked, pass) => {
    const mine = answers.push(await pass()) - 1;
    await until('the other answer', () => Promise.resolve(answers.length === 2));
    return answers[1 - mine] ?? '';
  };
  const two = [value(await orders.place(sale)), value(await orders.place(sale))];
  for (const { operationId } of two) await settled(parts, operationId, 'unknown');
  box.does = letsPass;
  for (const { operationId } of two) {
    await orders.resume({ operationId });
    await settled(parts, operationId);
  }
  expect(countOf(await service.look('/orders'))).toBe(before + 2);
});

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : Number.NaN;
}
