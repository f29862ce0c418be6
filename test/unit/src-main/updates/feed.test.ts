import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RawAnswer, Transport, TransportFault, WireRequest } from '../../../../src-main/core/ports.ts';
import { err, ok, type Result } from '../../../../src-main/core/result.ts';
import { folderFeed, httpFeed } from '../../../../src-main/updates/feed.ts';
import { tempFolder } from '../../../support/temp.ts';

function answering(answer: Result<Partial<RawAnswer>, TransportFault>): Transport & { readonly asked: WireRequest[] } {
  const asked: WireRequest[] = [];
  const exchange: Transport['exchange'] = (request) => {
    asked.push(request);
    return Promise.resolve(
      answer.ok ? ok({ status: 200, headers: [], body: new Uint8Array(0), ...answer.value }) : answer,
    );
  };
  return { exchange, asked };
}

describe('a feed of a web server', () => {
  const ranged = (range: string, body = 'abc'): Partial<RawAnswer> => ({
    status: 206,
    headers: [['Content-Range', range]],
    body: Buffer.from(body),
  });
  const pieceOf = async (answer: Partial<RawAnswer>, start = 10): Promise<string> => {
    const piece = await httpFeed(answering(ok(answer)), 'https://feed.example/a').piece('x.zip', start, 3);
    return piece.ok ? Buffer.from(piece.value).toString() : piece.error.code;
  };

  it('is asked for files of its folder, and for a range of a package', async () => {
    const transport = answering(ok(ranged('bytes 10-12/20')));
    await httpFeed(transport, 'https://feed.example/a').document('release.json');
    await httpFeed(transport, 'https://feed.example/a/').piece('x+1.zip', 10, 3);
    expect(transport.asked.map(({ url }) => url)).toEqual([
      'https://feed.example/a/release.json',
      'https://feed.example/a/x%2B1.zip',
    ]);
    expect(transport.asked[1]?.headers).toContainEqual(['Range', 'bytes=10-12']);
  });

  it('gives the piece that was asked for, and nothing else in its place', async () => {
    expect(await pieceOf(ranged('bytes 10-12/20'))).toBe('abc');
    expect(await pieceOf(ranged('bytes 10-11/12', 'ab'))).toBe('truncated');
    expect(await pieceOf(ranged('bytes 0-2/20'))).toBe('feed_refused');
    expect(await pieceOf(ranged('bytes 100-102/200'))).toBe('feed_refused');
    expect(await pieceOf({ status: 206, body: Buffer.from('abc') })).toBe('feed_refused');
    expect(await pieceOf({ status: 416 })).toBe('truncated');
    expect(await pieceOf({ status: 404 })).toBe('feed_missing');
    for (const status of [301, 302, 403, 500]) expect(await pieceOf({ status })).toBe('feed_refused');
  });

  it('takes a whole file for its first piece only', async () => {
    expect(await pieceOf({ status: 200, body: Buffer.from('abc') }, 0)).toBe('abc');
    expect(await pieceOf({ status: 200, body: Buffer.from('abc') })).toBe('feed_refused');
  });

  it.each([
    ['answer_too_large', 'too_long'],
    ['connection_lost', 'feed_unreachable'],
    ['answer_timeout', 'feed_unreachable'],
    ['not_sent', 'feed_unreachable'],
  ] as const)('says of %s: %s', async (code, said) => {
    const feed = httpFeed(answering(err({ code })), 'https://feed.example');
    expect(await feed.document('release.json')).toEqual(err({ code: said, detail: 'release.json' }));
  });
});

describe('a feed on a stick', () => {
  it('gives documents, and pieces of their exact length', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'release.json'), 'a document');
    const feed = folderFeed(folder);
    expect(await feed.document('release.json')).toEqual(ok(new Uint8Array(Buffer.from('a document'))));
    expect(await feed.piece('release.json', 2, 3)).toEqual(ok(new Uint8Array(Buffer.from('doc'))));
    expect(await feed.piece('release.json', 8, 3)).toEqual(err({ code: 'truncated', detail: 'release.json' }));
    expect(await feed.document('root-2.json')).toEqual(err({ code: 'feed_missing', detail: 'root-2.json' }));
  });

  it('reads no link, no pipe, no folder and no endless document', async () => {
    const folder = tempFolder();
    symlinkSync('/dev/zero', join(folder, 'zero'));
    symlinkSync(join(folder, 'long'), join(folder, 'link'));
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    writeFileSync(join(folder, 'long'), Buffer.alloc(64 * 1024 + 1));
    const code = async (name: string): Promise<string> => {
      const read = await folderFeed(folder).document(name);
      return read.ok ? 'read' : read.error.code;
    };
    expect(await Promise.all(['zero', 'link', 'folder', 'pipe', 'long'].map(code))).toEqual([
      'feed_unreachable',
      'feed_unreachable',
      'feed_refused',
      'feed_refused',
      'too_long',
    ]);
  });
});
