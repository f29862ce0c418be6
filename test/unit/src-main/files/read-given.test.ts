import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, closeSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readGiven } from '../../../../src-main/files/read-given.ts';
import { tempFolder } from '../../../support/temp.ts';

const never = { stopping: new AbortController().signal };

function pipe(): string {
  const path = join(tempFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

it('a file that a person names is read whole up to its limit, without a byte order mark', async () => {
  const path = join(tempFolder(), 'file');
  writeFileSync(path, `\uFEFF${'a'.repeat(200_000)}`);
  expect(await readGiven(path, { ...never, mostBytes: 200_003 })).toEqual({ ok: true, value: 'a'.repeat(200_000) });
  expect(await readGiven(path, { ...never, mostBytes: 200_002 })).toEqual({ ok: false, error: 'too_large' });
  writeFileSync(path, '');
  expect(await readGiven(path, never)).toEqual({ ok: true, value: '' });
});

it.each(['latin1', 'utf16le'] as const)('what is no UTF-8 is no text: %s', async (encoding) => {
  const path = join(tempFolder(), 'file');
  writeFileSync(path, Buffer.from('\uFEFFcafé', encoding));
  expect(await readGiven(path, never)).toEqual({ ok: false, error: 'not_text' });
});

it('what is no file and no pipe is not read', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'folder'));
  const server = createServer().listen(join(folder, 'socket'));
  await once(server, 'listening');
  for (const path of [join(folder, 'folder'), join(folder, 'socket'), '/dev/null', '/dev/zero', '/dev/full'])
    expect([path, await readGiven(path, never)]).toEqual([path, { ok: false, error: 'not_a_file' }]);
  server.close();
  for (const path of [join(folder, 'none'), ''])
    expect(await readGiven(path, never)).toEqual({ ok: false, error: 'missing' });
});

it('what another program writes into a pipe is read to its end, also where it begins later', async () => {
  for (const delay of ['0', '0.1']) {
    const path = pipe();
    const writer = spawn('sh', ['-c', `sleep ${delay}; { printf one; sleep 0.1; printf two; } > "$0"`, path]);
    const ended = once(writer, 'close');
    expect(await readGiven(path, never)).toEqual({ ok: true, value: 'onetwo' });
    await ended;
  }
});

it('a pipe without a writer is given up, and one whose writer is silent when the command is to end', async () => {
  const path = pipe();
  expect(await readGiven(path, never)).toEqual({ ok: false, error: 'nobody_writes' });
  const writer = openSync(path, 'r+');
  writeSync(writer, 'begun');
  const stop = new AbortController();
  const read = readGiven(path, { stopping: stop.signal });
  stop.abort();
  expect(await read).toEqual({ ok: false, error: 'stopped' });
  closeSync(writer);
});
