import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEntry } from '../../../../../src-main/hosts/browser/entry.ts';
import { createPageEvents } from '../../../../../src-main/hosts/browser/page-events.ts';
import { createBrowserServer } from '../../../../../src-main/hosts/browser/server.ts';
import { securityHeaders } from '../../../../../src-main/hosts/renderer-files.ts';
import { randomName, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';

const page = { bytes: new TextEncoder().encode('<html>'), contentType: 'text/html; charset=utf-8' };
const script = { bytes: new TextEncoder().encode('let a;'), contentType: 'text/javascript; charset=utf-8' };
const files = new Map([
  ['/', page],
  ['/assets/a.js', script],
]);
const dispatched: unknown[][] = [];
const pages = createPageEvents(systemRandomness, 300);

let server: Server;
let port: number;
let authority: string;
let token: string;
let cookie: string;

beforeAll(async () => {
  const entry = createEntry(randomName, () => port);
  server = createBrowserServer({
    files,
    entry,
    pages,
    headers: securityHeaders('self'),
    authority: () => `127.0.0.1:${port}`,
    dispatch: (...args) => {
      dispatched.push(args);
      return Promise.resolve({ ok: true, value: { language: 'ar' } });
    },
    page: (path) => (path === '/drawn/abc' ? { html: '<p>', policy: 'sandbox' } : null),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  port = address.port;
  authority = `127.0.0.1:${port}`;
  token = entry.token;
});

afterAll(() => {
  pages.close();
  server.closeAllConnections();
  server.close();
});

interface Seen {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request as given: `fetch` would normalise the path and refuse a Host of our own. */
function send(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body = ''): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers: { Host: authority, ...headers }, agent: false },
      (incoming) => {
        let text = '';
        incoming.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const withCookie = (more: Readonly<Record<string, string>> = {}) => ({ Cookie: cookie, ...more });
const call = (more: Readonly<Record<string, string>> = {}) =>
  withCookie({ Origin: `http://${authority}`, 'Content-Type': 'application/json', ...more });

describe('the way in', () => {
  it('is closed without the token, to every path', async () => {
    for (const path of ['/', '/assets/a.js', '/notices', '/?token=', '/?token=wrong', `/?token=${token}x`]) {
      expect((await send('GET', path)).status, path).toBe(403);
    }
    const posted = await send(
      'POST',
      '/call/app.start',
      { Origin: `http://${authority}`, 'Content-Type': 'application/json' },
      '{}',
    );
    expect([posted.status, dispatched]).toEqual([403, []]);
  });

  it('opens once for the token, with a cookie that no script and no other site has', async () => {
    const first = await send('GET', `/?token=${token}`);
    expect([first.status, first.headers.location]).toEqual([303, '/']);
    const [setCookie = ''] = first.headers['set-cookie'] ?? [];
    expect(setCookie).toMatch(new RegExp(`^counterfoil-${port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`));
    expect(setCookie).not.toContain(token);
    cookie = setCookie.split(';')[0] ?? '';
    const second = await send('GET', `/?token=${token}`);
    expect([second.status, second.headers['set-cookie']]).toEqual([403, undefined]);
    expect(second.body).toContain('Start the counter again');
  });

  it('takes the cookie among others, and no other cookie', async () => {
    expect((await send('GET', '/', { Cookie: `a=b; ${cookie}; c` })).status).toBe(200);
    for (const wrong of [`${cookie}x`, cookie.slice(0, -1), cookie.replace(String(port), '1'), 'counterfoil', '']) {
      expect((await send('GET', '/', { Cookie: wrong })).status, wrong).toBe(403);
    }
  });
});

describe('a request with the cookie', () => {
  it('gets the fixed files under the policy', async () => {
    const answer = await send('GET', '/assets/a.js', withCookie());
    expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'let a;',
    ]);
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self'");
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('gets what the counter drew, for a frame alone', async () => {
    const answer = await send('GET', '/drawn/abc', withCookie({ 'Sec-Fetch-Dest': 'iframe' }));
    expect([
      answer.status,
      answer.headers['content-security-policy'],
      answer.headers['cache-control'],
      answer.body,
    ]).toEqual([200, 'sandbox', 'no-store', '<p>']);
    for (const destination of ['empty', 'document', 'script', '']) {
      expect((await send('GET', '/drawn/abc', withCookie({ 'Sec-Fetch-Dest': destination }))).status, destination).toBe(
        404,
      );
    }
    expect((await send('GET', '/drawn/abc', { 'Sec-Fetch-Dest': 'iframe' })).status).toBe(403);
  });

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets%2fa.js',
    '//assets/a.js',
    '/assets/a.js?x',
    '/index.html',
    '/assets/',
  ])('gets nothing at %s', async (path) => {
    expect((await send('GET', path, withCookie())).status).toBe(404);
  });

  it.each(['localhost', '127.0.0.1', 'example.com', '127.0.0.1.example.com', '0.0.0.0', '[::1]'])(
    'is refused under the name %s',
    async (host) => {
      expect((await send('GET', '/', withCookie({ Host: `${host}:${port}` }))).status).toBe(
        host === '127.0.0.1' ? 200 : 403,
      );
      expect((await send('GET', '/', withCookie({ Host: host }))).status).toBe(403);
    },
  );

  it.each(['http://example.com', 'null', 'https://127.0.0.1', 'http://127.0.0.1'])(
    'is refused from the origin %s',
    async (origin) => {
      expect((await send('GET', '/', withCookie({ Origin: origin }))).status).toBe(403);
      expect((await send('POST', '/call/app.start', call({ Origin: origin }), '{}')).status).toBe(403);
      expect(dispatched).toEqual([]);
    },
  );

  it('may not post without an origin, as something else than JSON, or by another method', async () => {
    expect(
      (await send('POST', '/call/app.start', withCookie({ 'Content-Type': 'application/json' }), '{}')).status,
    ).toBe(403);
    expect((await send('POST', '/call/app.start', call({ 'Content-Type': 'text/plain' }), '{}')).status).toBe(415);
    expect((await send('PUT', '/', call(), '{}')).status).toBe(405);
    expect((await send('OPTIONS', '/', withCookie())).status).toBe(405);
    expect(dispatched).toEqual([]);
  });
});

describe('a call', () => {
  it('reaches the dispatcher by its name and brings back the result', async () => {
    const answer = await send('POST', '/call/app.setLanguage', call(), '{"language":"ar"}');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { ok: true, value: { language: 'ar' } }]);
    expect(dispatched.splice(0)).toEqual([['app', 'setLanguage', { language: 'ar' }]]);
  });

  it('is refused where it is not JSON, has no name or is too large', async () => {
    expect((await send('POST', '/call/app.start', call(), '{')).status).toBe(400);
    expect((await send('POST', '/call/app', call(), '{}')).status).toBe(404);
    expect((await send('POST', '/call/app.start/..', call(), '{}')).status).toBe(404);
    expect((await send('POST', '/', call(), '{}')).status).toBe(404);
    expect(
      (await send('POST', '/call/app.start', call({ 'Content-Length': '1048577' }), `"${'x'.repeat(1_048_575)}"`))
        .status,
    ).toBe(413);
    expect(dispatched).toEqual([]);
  });
});

describe('the stream of notices', () => {
  it('needs the cookie, and brings notices and texts for the clipboard', async () => {
    expect((await send('GET', '/notices')).status).toBe(403);
    const stream = await listen();
    pages.notice({ notice: 'connectionChanged', payload: { online: false } });
    expect(await stream.next()).toBe('event: notice\ndata: {"notice":"connectionChanged","payload":{"online":false}}');
    const written = pages.clipboard.write('training code');
    const event = await stream.next();
    const id = /"id":"([^"]+)"/.exec(event)?.[1] ?? '';
    expect(event).toBe(`event: clipboard\ndata: {"id":"${id}","text":"training code"}`);
    expect((await send('POST', '/clipboard', call(), JSON.stringify({ id, written: true }))).status).toBe(204);
    expect(await written).toBe(true);
    stream.close();
  });

  it('says that nothing was copied where no page answers', async () => {
    const stream = await listen();
    expect(await pages.clipboard.write('training code')).toBe(false);
    stream.close();
  });
});

describe('a second page', () => {
  it('takes the counter over, and the first is informed, hears nothing more and can do nothing more', async () => {
    const first = await listen('first');
    expect((await send('POST', '/call/app.start', call({ 'X-Counter-Page': 'first' }), '{}')).status).toBe(200);
    const second = await listen('second');
    expect(await first.next()).toBe('event: taken\ndata: {}');
    await first.ended;
    dispatched.splice(0);
    const refused = await send('POST', '/call/orders.place', call({ 'X-Counter-Page': 'first' }), '{}');
    expect(JSON.parse(refused.body)).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'taken_over' } });
    expect(dispatched).toEqual([]);
    // A stream that was cut off comes back by itself, and must not take over in its turn.
    expect((await send('GET', '/notices?page=first', withCookie())).status).toBe(204);
    pages.notice({ notice: 'connectionChanged', payload: { online: true } });
    expect(await second.next()).toContain('connectionChanged');
    const again = await listen('second');
    expect((await send('POST', '/call/app.start', call({ 'X-Counter-Page': 'second' }), '{}')).body).toContain(
      '"ok":true',
    );
    expect((await send('POST', '/call/app.start', call({ 'X-Counter-Page': 'third' }), '{}')).body).toContain(
      '"ok":true',
    );
    dispatched.splice(0);
    again.close();
  });
});

async function listen(name?: string) {
  const path = name === undefined ? '/notices' : `/notices?page=${name}`;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { Host: authority, Cookie: cookie },
    agent: false,
  });
  const events: string[] = [];
  let wake = (): void => undefined;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    outgoing.on('response', (incoming) =>
      incoming
        .on('end', () => end())
        .on('data', (chunk: Buffer) => {
          resolve();
          events.push(
            ...chunk
              .toString()
              .split('\n\n')
              .filter((event) => event.startsWith('event:')),
          );
          wake();
        }),
    );
  });
  outgoing.on('error', () => undefined);
  outgoing.end();
  await opened;
  const next = async (): Promise<string> => {
    while (events.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return events.shift() ?? '';
  };
  return { next, ended, close: () => outgoing.destroy() };
}
