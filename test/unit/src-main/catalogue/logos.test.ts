import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogos, type Logos } from '../../../../src-main/catalogue/logos.ts';
import { openCatalogueStore } from '../../../../src-main/catalogue/store.ts';
import type { Clock } from '../../../../src-main/core/ports.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { logoImage } from '../../../../src-sandbox/wire/logo-image.ts';
import { tempFolder } from '../../../support/temp.ts';

const png = logoImage('zain');
const dayMs = 24 * 3_600_000;

interface Place {
  readonly logos: Logos;
  readonly address: string;
  readonly asked: IncomingMessage[];
  nowMs: number;
}

/** A host of logos on loopback, and a counter whose profile names it. */
async function place(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
  hostsOf = (host: string): readonly string[] => [host],
): Promise<Place> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listening = server.address();
  if (typeof listening !== 'object' || listening === null) throw new Error('not listening');
  const host = `127.0.0.1:${String(listening.port)}`;
  const store = openCatalogueStore(tempFolder(), 'https://service.example');
  onTestFinished(() => {
    store.close();
    server.closeAllConnections();
    server.close();
  });
  const state = { nowMs: Date.parse('2026-11-21T09:00:00Z') };
  const clock: Clock = { nowMs: () => state.nowMs, monotonicMs: () => state.nowMs, sleep: () => Promise.resolve() };
  const logos = createLogos({ hosts: hostsOf(host), transport: createHttpTransport(), clock, store });
  return Object.assign(state, { logos, address: `http://${host}/zain.png`, asked });
}

describe('a logo', () => {
  it('comes as a picture in itself, and is kept', async () => {
    const { logos, address, asked } = await place((response) => response.end(png));
    const image = await logos.image(address);
    expect(image).toBe(`data:image/png;base64,${Buffer.from(png).toString('base64')}`);
    expect(await logos.image(address)).toBe(image);
    expect(asked).toHaveLength(1);
  });

  it('is asked for without anything that says who asks', async () => {
    const { logos, address, asked } = await place((response) => response.end(png));
    await logos.image(address);
    expect(Object.keys(asked[0]?.headers ?? {}).toSorted()).toEqual(['accept', 'connection', 'host']);
  });

  it('is fetched once where it is asked for many times at once, and four at a time', async () => {
    const open: ServerResponse[] = [];
    let most = 0;
    const { logos, address, asked } = await place((response) => {
      open.push(response);
      most = Math.max(most, open.length);
    });
    const images = Array.from({ length: 24 }, (_, index) => logos.image(`${address}?${String(index % 12)}`));
    for (let left = 12; left > 0; left -= 1) {
      await expect.poll(() => open.length).toBe(Math.min(4, left));
      open.shift()?.end(png);
    }
    expect((await Promise.all(images)).every((image) => image !== null)).toBe(true);
    expect([asked.length, most]).toEqual([12, 4]);
  });

  it.each([
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/other.png' }).end(png)],
    [
      'an SVG, whatever it is called',
      (response: ServerResponse) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>'),
    ],
    ['more than 200 KB', (response: ServerResponse) => response.end(Buffer.concat([png, Buffer.alloc(200 * 1024)]))],
    ['an error with a picture', (response: ServerResponse) => response.writeHead(404).end(png)],
    ['a connection that breaks', (response: ServerResponse) => response.destroy()],
  ])('is none after %s, and is not asked for again for ten minutes', async (_, answer) => {
    const at = await place((response) => void answer(response));
    expect(await at.logos.image(at.address)).toBeNull();
    expect(await at.logos.image(at.address)).toBeNull();
    expect(at.asked).toHaveLength(1);
    at.nowMs += 11 * 60_000;
    await at.logos.image(at.address);
    expect(at.asked).toHaveLength(2);
  });

  it('of 200 KB is still shown', async () => {
    const { logos, address } = await place((response) =>
      response.end(Buffer.concat([png, Buffer.alloc(200 * 1024 - png.length)])),
    );
    expect(await logos.image(address)).not.toBeNull();
  });

  it('is not fetched from a host that the profile does not name, nor under another port', async () => {
    const { logos, address, asked } = await place(
      (response) => response.end(png),
      () => ['127.0.0.1', 'images.example'],
    );
    for (const refused of [
      address,
      'http://images.example/a.png',
      'https://images.example.evil.example/a.png',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'no address',
    ]) {
      expect(await logos.image(refused)).toBeNull();
    }
    expect(asked).toHaveLength(0);
  });

  it('is not fetched with a name and password', async () => {
    const { logos, address, asked } = await place((response) => response.end(png));
    expect(await logos.image(address.replace('//', '//user:word@'))).toBeNull();
    expect(asked).toHaveLength(0);
  });

  it('is fetched anew after a month, and the old one stays where that fails', async () => {
    let fails = false;
    const at = await place((response) => (fails ? response.destroy() : response.end(png)));
    const first = await at.logos.image(at.address);
    fails = true;
    at.nowMs += 31 * dayMs;
    expect(await at.logos.image(at.address)).toBe(first);
    expect(at.asked).toHaveLength(2);
  });

  it('is shown and not kept where its host says no-store', async () => {
    const { logos, address, asked } = await place((response) =>
      response.writeHead(200, { 'cache-control': 'no-store' }).end(png),
    );
    expect([await logos.image(address), await logos.image(address)]).not.toContain(null);
    expect(asked).toHaveLength(2);
  });
});
