import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { saveContent } from '../../../../../src-main/hosts/electron/save-content.ts';
import { tempFolder } from '../../../../support/temp.ts';

const made = (text: string | null) => () => Promise.resolve(text === null ? null : Buffer.from(text));

it('keeps a file of codes that lies where a person chose, and says what the new one is called', async () => {
  const folder = tempFolder();
  const chosen = join(folder, 'codes-C7-0412.zip');
  expect(await saveContent(chosen, { what: 'codes', make: made('first') })).toBe('codes-C7-0412.zip');
  expect(await saveContent(chosen, { what: 'codes', make: made('second') })).toBe('codes-C7-0412-2.zip');
  writeFileSync(join(folder, 'codes-C7-0412-3.zip'), 'of somebody');
  expect(await saveContent(chosen, { what: 'codes', make: made('third') })).toBe('codes-C7-0412-4.zip');
  const contents = readdirSync(folder)
    .toSorted((one, other) => one.localeCompare(other))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(contents).toEqual(['second', 'of somebody', 'third', 'first']);
  expect(statSync(chosen).mode & 0o077).toBe(0);
});

it('takes the place of any other file, as the person agreed', async () => {
  const chosen = join(tempFolder(), 'z-2-17.csv');
  writeFileSync(chosen, 'old');
  expect(await saveContent(chosen, { what: 'report', make: made('new') })).toBe('z-2-17.csv');
  expect(readFileSync(chosen, 'utf8')).toBe('new');
});

it('writes nothing where nothing was made, and says where a disk does not take it', async () => {
  const folder = tempFolder();
  expect(await saveContent(join(folder, 'codes.zip'), { what: 'codes', make: made(null) })).toBe(false);
  expect(await saveContent(join(folder, 'none', 'codes.zip'), { what: 'codes', make: made('text') })).toBe(false);
  mkdirSync(join(folder, 'z.csv'));
  expect(await saveContent(join(folder, 'z.csv'), { what: 'report', make: made('text') })).toBe(false);
  expect(readdirSync(folder)).toEqual(['z.csv']);
});

it('touches nothing beside a file of codes, and takes a name as long as a disk does', async () => {
  const folder = tempFolder();
  const names = ['codes.zip.partial', `${'x'.repeat(251)}.zip`];
  writeFileSync(join(folder, 'codes.zip.partial'), 'of somebody');
  expect(await saveContent(join(folder, 'codes.zip'), { what: 'codes', make: made('codes') })).toBe('codes.zip');
  expect(await saveContent(join(folder, names[1] ?? ''), { what: 'codes', make: made('codes') })).toBe(names[1]);
  expect(readFileSync(join(folder, 'codes.zip.partial'), 'utf8')).toBe('of somebody');
});

it('touches nothing beside any other file either, and takes a name as long for it', async () => {
  const folder = tempFolder();
  const long = `${'x'.repeat(251)}.csv`;
  writeFileSync(join(folder, 'z.csv.partial'), 'of somebody');
  expect(await saveContent(join(folder, 'z.csv'), { what: 'report', make: made('report') })).toBe('z.csv');
  expect(await saveContent(join(folder, long), { what: 'report', make: made('report') })).toBe(long);
  expect(readFileSync(join(folder, 'z.csv.partial'), 'utf8')).toBe('of somebody');
  expect(readdirSync(folder)).toHaveLength(3);
});
