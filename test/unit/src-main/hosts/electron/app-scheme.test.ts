import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAppRequest, privilegedScheme } from '../../../../../src-main/hosts/electron/app-scheme.ts';
import {
  loadRendererFiles,
  securityHeaders,
  type RendererFiles,
} from '../../../../../src-main/hosts/renderer-files.ts';
import type { DrawnPage } from '../../../../../src-main/pages/page.ts';

const headers = securityHeaders('none');
const look = { language: 'ar', theme: 'dark' } as const;
let folder: string;
let files: RendererFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-test-'));
  await mkdir(join(folder, 'renderer/assets'), { recursive: true });
  await writeFile(
    join(folder, 'renderer/index.html'),
    '<html><head><title>x</title></head><div id="root"></div></html>',
  );
  await writeFile(join(folder, 'renderer/first-frames.json'), JSON.stringify({ 'ar dark': '<p>frame</p>' }));
  await writeFile(join(folder, 'renderer/assets/a.js'), 'let a;');
  await writeFile(join(folder, 'renderer/assets/first-a1.js'), 'let b;');
  await writeFile(join(folder, 'renderer/assets/a.js.map'), '{}');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(folder, 'renderer/link.txt'));
  files = await loadRendererFiles(join(folder, 'renderer'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Drawn once, as the counter does it. */
const drawn = new Map<string, DrawnPage>();

function take(path: string): DrawnPage | null {
  const page = drawn.get(path) ?? null;
  drawn.delete(path);
  return page;
}

const beganFor: string[] = [];

function begins(build: string) {
  beganFor.push(build);
  return { isFirstRun: false, remembered: null };
}

function get(url: string, method = 'GET') {
  return answerAppRequest({ files, headers, page: take, look, begins }, { url, method });
}

describe('the app scheme', () => {
  it("serves the page at its root, as it looked last, with the host's script before everything else", async () => {
    const answer = get('app://counterfoil/');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toBe(
      '<html lang="ar" dir="rtl" data-language="ar" data-theme="dark"><head><script src="/trusted-types.js"></script><title>x</title></head><div id="root"><p>frame</p></div></html>',
    );
  });

  it('asks what the page begins with for the page alone, naming its build', async () => {
    beganFor.length = 0;
    await get('app://counterfoil/assets/a.js').text();
    expect(beganFor).toEqual([]);
    await get('app://counterfoil/').text();
    expect(beganFor).toEqual(['/assets/first-a1.js']);
  });

  it('has no page without the frames that the build drew', () => {
    const unframed = new Map([...files].filter(([path]) => path !== '/first-frames.json'));
    const request = { url: 'app://counterfoil/', method: 'GET' };
    const served = { files: unframed, headers, page: take, look, begins };
    expect(() => answerAppRequest(served, request)).toThrow('first-frames.json');
  });

  it('serves a file of the build with its type', async () => {
    const answer = get('app://counterfoil/assets/a.js');
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'let a;',
    ]);
  });

  it('serves what the counter drew for a frame once, under the policy of that page', async () => {
    drawn.set('/drawn/abc', { html: '<p>', policy: 'sandbox' });
    const answer = get('app://counterfoil/drawn/abc');
    expect([
      answer.status,
      answer.headers.get('content-security-policy'),
      answer.headers.get('cache-control'),
      await answer.text(),
    ]).toEqual([200, 'sandbox', 'no-store', '<p>']);
    expect(get('app://counterfoil/drawn/abc').status).toBe(404);
  });

  it.each([
    'app://counterfoil/../secret.txt',
    'app://counterfoil/assets/../../secret.txt',
    'app://counterfoil/%2e%2e/secret.txt',
    'app://counterfoil/..%2fsecret.txt',
    'app://counterfoil/..\\secret.txt',
    'app://counterfoil/assets%2fa.js',
    'app://counterfoil//assets/a.js',
    'app://counterfoil/assets/a.js\0',
    'app://counterfoil/assets/a.js%00',
    'app://counterfoil/assets/a.js?x',
    'app://counterfoil/assets/a.js#x',
    'app://counterfoil/assets/',
    'app://counterfoil/assets',
    'app://counterfoil',
    'app://counterfoil/index.html',
    'app://counterfoil/first-frames.json',
    'app://counterfoil/ASSETS/a.js',
    'app://counterfoil/assets/a.js.map',
    'app://counterfoil/link.txt',
    'app://counterfoil.evil/assets/a.js',
    'app://other/assets/a.js',
    'app://counterfoil@evil/assets/a.js',
    'app:/assets/a.js',
    'file:///etc/passwd',
    'https://counterfoil/assets/a.js',
    '/assets/a.js',
    '',
    `app://counterfoil/${'a'.repeat(10_000)}`,
    'app://counterfoil/__proto__',
    'app://counterfoil/constructor',
  ])('has nothing at %j', async (url) => {
    const answer = get(url);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  it.each(['POST', 'HEAD', 'PUT', 'OPTIONS', 'get'])('does not answer %s', (method) => {
    expect(get('app://counterfoil/', method).status).toBe(405);
  });

  it('puts the policy on every answer, refusals too', () => {
    for (const answer of [
      get('app://counterfoil/'),
      get('app://counterfoil/none'),
      get('app://counterfoil/', 'POST'),
    ]) {
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; frame-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default",
      );
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('has an origin of its own and no way around the policy', () => {
    expect(privilegedScheme).toEqual({ scheme: 'app', privileges: { standard: true, secure: true } });
  });
});

describe('screens that are not built', () => {
  it('are said to be missing', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'counterfoil-test-'));
    await expect(loadRendererFiles(empty)).rejects.toThrow('not built');
    await rm(empty, { recursive: true });
  });
});
