import { copyFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withSignatures } from '../../../../scripts/release/document.ts';
import { documentAt, writeDocument } from '../../../../scripts/release/files.ts';
import { readKey } from '../../../../scripts/release/key-file.ts';
import { releaseDesk, rewrite, farAway } from '../../../support/release-desk.ts';

describe('keys', () => {
  it('makes none where one of the files cannot be made, and writes over none', async () => {
    const { path, release } = await releaseDesk();
    const before = readFileSync(path('r1'), 'utf8');
    expect(await release('keys', path('new'), path('r1'))).toContain(`${path('r1')} is there already`);
    expect(await release('keys', path('new'), path('new'))).toContain('named twice');
    expect(await release('keys', path('new'), path('no/new'))).toContain(`no folder ${path('no')}`);
    expect(await release('public', path('new'))).toBe(`refused: There is no file ${path('new')}.`);
    expect(readFileSync(path('r1'), 'utf8')).toBe(before);
  });

  it('prints the public half of a key again, and of nothing else', async () => {
    const { path, release, publicHalf } = await releaseDesk();
    expect(await release('public', path('r1'))).toBe(`${path('r1')} ${publicHalf('r1')}`);
    expect(await release('public', path('root-1.json'))).toContain('is no key');
  });
});

describe('root', () => {
  const refusals: readonly (readonly [string, (args: readonly string[]) => readonly string[], string])[] = [
    ['a date without a time', (args) => ['--expires', '2999-01-01', ...args], '--expires 2999-01-01 is no time like'],
    ['a date that is past', (args) => ['--expires', '2020-01-01T00:00:00Z', ...args], '--expires is past'],
    ['an option that there is not', (args) => ['--expire', farAway, ...args], "Unknown option '--expire'"],
    ['two dates', (args) => ['--expires', farAway, '--expires', farAway, ...args], '--expires is given more than once'],
    ['no date', (args) => args, '--expires is missing'],
    ['two root keys', (args) => ['--expires', farAway, ...args.slice(1)], '--root-key is needed three times'],
    ['a key twice', (args) => ['--expires', farAway, ...args.slice(1), args[1] ?? ''], 'is named twice'],
    ['a file for a key', (args) => ['--expires', farAway, '--root-key=r1', ...args.slice(1)], 'r1 is no public half'],
    ['a stray word', (args) => ['stray', '--expires', farAway, ...args], 'belongs to no option'],
  ];
  it.each(refusals)('refuses %s by the name of the option', async (_what, change, words) => {
    const { path, release, rootOptions } = await releaseDesk();
    expect(await release('root', '--out', path('x.json'), ...change(rootOptions))).toContain(words);
  });

  it('writes over no key, no release and no signed root', async () => {
    const { path, release, rootOptions, draft } = await releaseDesk();
    await draft();
    for (const name of ['r1', 'feed/release.json', 'root-1.json', 'no/root.json']) {
      const said = await release('root', '--out', path(name), '--expires', farAway, ...rootOptions);
      expect(said).toMatch(/^refused: .*(?:is no root|is signed already|no folder)/);
    }
  });
});

describe('draft', () => {
  it.each([
    ['number', 'twelve', '--number twelve is no whole number'],
    ['number', '1.5', '--number 1.5 is no whole number'],
    ['version', 'v0.2.0', '--version v0.2.0 is not like 0.2.0'],
    ['from', '0.1', '--from 0.1 is not like 0.2.0'],
    ['from', '0.3.0', '--from 0.3.0 is not older than --version 0.2.0'],
    ['from', '0.2.0', '--from 0.2.0 is not older than --version 0.2.0'],
    ['expires', '2026-11-31T00:00:00Z', '--expires 2026-11-31T00:00:00Z is no time'],
    ['expires', '2025-12-31T00:00:00Z', '--expires is past'],
    ['package', 'counterfoil.zip', 'is not like linux-x64-zip=FILE'],
    ['package', 'linux-x64-zip=nothere.zip', 'no file nothere.zip'],
    ['version', '0.3.0', 'that one is called counterfoil-0.3.0-linux-x64.zip'],
  ])('refuses %s=%s', async (option, value, words) => {
    const { draft } = await releaseDesk();
    expect(await draft({ [option]: value })).toContain(words);
  });

  it.each([
    ['tomorrow', 'tomorrow is no time like 2027-11-23T00:00:00Z'],
    ['2020-01-01T00:00:00+00:00', '2020-01-01T00:00:00+00:00 is no time like 2027-11-23T00:00:00Z'],
    ['', 'is empty'],
  ])('says of what is no time that it is none, and nothing of its age: %j', async (expires, says) => {
    const { draft } = await releaseDesk();
    const said = await draft({ expires });
    expect(said).toContain(`--expires ${says}`);
    expect(said).not.toContain('is past');
  });

  it.each(['number', 'version', 'from'])('says that --%s is empty', async (option) => {
    const { draft } = await releaseDesk();
    expect(await draft({ [option]: '' })).toContain(`--${option} is empty`);
  });

  it('refuses a target that no counter has, and a target twice', async () => {
    const { path, release, draft } = await releaseDesk();
    const zip = path('feed/counterfoil-0.2.0-linux-x64.zip');
    expect(await draft({ package: `linux-amd64-zip=${zip}` })).toContain('no counter looks for linux-amd64-zip');
    const twice = ['--package', `linux-x64-zip=${zip}`, '--package', `linux-x64-zip=${zip}`];
    const others = ['--number', '1', '--version', '0.2.0', '--from', '0.1.0', '--expires', farAway];
    const said = await release('draft', '--out', path('feed/release.json'), ...others, ...twice);
    expect(said).toContain('names linux-x64-zip twice');
  });

  it('refuses a package that lies elsewhere, and one that is not what its name says', async () => {
    const { path, draft, addZip } = await releaseDesk();
    await addZip('counterfoil-0.2.0-linux-x64.zip');
    expect(await draft({ package: `linux-x64-zip=${path('counterfoil-0.2.0-linux-x64.zip')}` })).toContain(
      'Put it there',
    );
    const fresh = (name: string) => ({
      package: `linux-x64-zip=${path(`feed/counterfoil-0.2.0-linux-x64-${name}.zip`)}`,
    });
    await addZip('feed/counterfoil-0.2.0-linux-x64-b.zip', '0.1.0');
    expect(await draft(fresh('b'))).toContain('counterfoil-0.1.0-linux-x64 is in it');
    await addZip('feed/counterfoil-0.2.0-linux-x64-c.zip', '0.2.0', 'counterfoil-counter');
    expect(await draft(fresh('c'))).toContain('no whole zip of the counter');
    writeFileSync(path('feed/counterfoil-0.2.0-linux-x64-d.zip'), '');
    expect(await draft(fresh('d'))).toContain('no whole zip of the counter');
    await addZip('feed/counterfoil-0.2.0-linux-x64-e.zip');
    expect(await draft(fresh('e'))).toContain('signed by nobody yet');
  });

  it('takes no number again that was signed, and says when it takes a version back', async () => {
    const { path, release, draft, addZip } = await releaseDesk();
    await draft();
    expect(await draft()).toContain('signed by nobody yet');
    await release('sign', path('feed/release.json'), '--key', path('k1'), '--root', path('root-1.json'));
    expect(await draft({ number: '12' })).toContain('--number 12 is not greater than 12');
    await addZip('feed/counterfoil-0.1.9-linux-x64.zip', '0.1.9');
    const older = { version: '0.1.9', package: `linux-x64-zip=${path('feed/counterfoil-0.1.9-linux-x64.zip')}` };
    expect(await draft({ number: '13', ...older })).toContain('takes back 0.2.0');
  });
});

describe('sign', () => {
  it('says what is signed, and how many signatures are enough', async () => {
    const { path, release, draft } = await releaseDesk();
    await draft();
    const sign = (key: string) =>
      release('sign', path('feed/release.json'), '--key', path(key), '--root', path('root-1.json'));
    expect(await sign('k1')).toContain('version 0.2.0, release 12, until 2999');
    expect(await sign('k1')).toContain('signed by 1 of 2 release keys of root 1: not enough yet');
    expect(await sign('k3')).toMatch(/signed by 2 of 2 release keys of root 1$/);
  });

  it('lets no key sign that has no say, nor one key as two', async () => {
    const { path, release, draft } = await releaseDesk();
    await draft();
    const [file, root] = [path('feed/release.json'), path('root-1.json')];
    const before = readFileSync(file, 'utf8');
    expect(await release('sign', file, '--key', path('r1'), '--root', root)).toContain('none of the release keys');
    expect(await release('sign', file, '--key', path('k1'))).toContain('--root ROOT');
    expect(await release('sign', file, '--key', path('k1'), '--root', file)).toContain('is no signed root');
    copyFileSync(path('k1'), path('copy'));
    const same = await release('sign', file, '--key', path('k1'), '--key', path('copy'), '--root', root);
    expect(same).toContain('are the same key');
    expect(await release('sign', root, '--key', path('k1'))).toContain('none of the root keys of root 1');
    expect(await release('sign', file, '--key', root, '--root', root)).toContain('is no key');
    expect(await release('sign', path('r1'), '--key', path('r1'))).toContain('is no root and no release');
    expect(await release('sign', path('no'), '--key', path('r1'))).toContain('There is no file');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('refuses a document that was changed after a signature', async () => {
    const { path, release, draft } = await releaseDesk();
    await draft();
    const [file, root] = [path('feed/release.json'), path('root-1.json')];
    await release('sign', file, '--key', path('k1'), '--root', root);
    rewrite(file, (text) => text.replace('"number":12', '"number":13'));
    expect(await release('sign', file, '--key', path('k2'), '--root', root)).toContain('changed after somebody signed');
    await draft({ out: path('feed/other.json') });
    rewrite(path('feed/other.json'), (text) => text.replace('"product":"counterfoil"', '"product":"another"'));
    const other = await release('sign', path('feed/other.json'), '--key', path('k2'), '--root', root);
    expect(other).toContain('wrong_product');
  });
});

describe('other keys', () => {
  it('lets the keys of both roots sign, and a release only with those of the newest', async () => {
    const { path, release, draft, publicHalf, rootOptions } = await releaseDesk();
    await draft();
    const [file, first, next] = [path('feed/release.json'), path('root-1.json'), path('feed/root-2.json')];
    await release('sign', file, '--key', path('k1'), '--key', path('k3'), '--root', first);
    const fresh = (await release('keys', path('k4'))).split(' ').at(-1) ?? '';
    const options = rootOptions.map((option) => option.replace(publicHalf('k3'), fresh));
    const root = await release('root', '--out', next, '--before', first, '--expires', farAway, ...options);
    expect(root).toContain('root 2');
    expect(await release('sign', next, '--key', path('r1'))).toContain('--root root-1.json');
    const verify = () => release('verify', path('feed'), '--root', first);
    expect(await verify()).toContain('threshold_not_met root-2.json');
    expect(await release('sign', next, '--key', path('k1'), '--root', first)).toContain(
      'none of the root keys of root 1 and the root keys of root 2',
    );
    const signed = await release('sign', next, '--key', path('r1'), '--key', path('r3'), '--root', first);
    expect(signed).toMatch(/2 of 2 root keys of root 1; 2 of 2 root keys of root 2$/);
    expect(await verify()).toContain('threshold_not_met release.json');
    expect(await release('sign', file, '--key', path('k4'), '--root', next)).toContain('Write it anew');
    await draft({ number: '13' });
    await release('sign', file, '--key', path('k1'), '--key', path('k4'), '--root', next);
    expect(await verify()).toContain('keys of root 2');
    rmSync(next);
    await release('root', '--out', path('feed/root-3.json'), '--expires', farAway, ...options);
    expect(await verify()).toContain('root_out_of_turn root-3.json after root 1');
  });
});

describe('verify', () => {
  it('names the file and what to do, for a feed that is not whole', async () => {
    const { path, release, draft, rootOptions } = await releaseDesk();
    const zip = path('feed/counterfoil-0.2.0-linux-x64.zip');
    const verify = () => release('verify', path('feed'), '--root', path('root-1.json'));
    expect(await release('verify', path('feeds'), '--root', path('root-1.json'))).toContain('There is no folder');
    expect(await release('verify', path('feed'), '--root', path('no.json'))).toContain('There is no file');
    expect(await verify()).toMatch(/feed_missing release\.json\. There is no such file/);
    await draft();
    expect(await verify()).toMatch(/threshold_not_met release\.json\. .*Let another holder sign/);
    const root = ['--root', path('root-1.json')];
    await release('sign', path('feed/release.json'), '--key', path('k1'), '--key', path('k2'), ...root);
    expect(await verify()).toContain('keys of root 1, until 2999');
    copyFileSync(zip, path('kept'));
    rewrite(zip, (text) => text.slice(0, -1));
    expect(await verify()).toMatch(/package_tampered .*\. It is not the file/);
    rmSync(zip);
    expect(await verify()).toMatch(/feed_missing counterfoil-0\.2\.0-linux-x64\.zip\. /);
    symlinkSync(path('kept'), zip);
    expect(await verify()).toContain('feed_refused counterfoil-0.2.0-linux-x64.zip');
    await release('root', '--out', path('feed/root-3.json'), '--expires', farAway, ...rootOptions);
    expect(await verify()).toContain('root_out_of_turn root-3.json after root 1');
  });

  it('says when the keys expire before the release', async () => {
    const { path, release, draft, rootOptions } = await releaseDesk();
    await release('root', '--out', path('early.json'), '--expires', '2998-01-01T00:00:00Z', ...rootOptions);
    await release('sign', path('early.json'), '--key', path('r1'), '--key', path('r2'));
    await draft();
    const root = ['--root', path('early.json')];
    await release('sign', path('feed/release.json'), '--key', path('k1'), '--key', path('k2'), ...root);
    expect(await release('verify', path('feed'), ...root)).toContain('before the release');
  });

  it('says that a release has expired, and signs none', async () => {
    const { path, release, draft } = await releaseDesk();
    await draft();
    const [file, root] = [path('feed/release.json'), ['--root', path('root-1.json')]];
    rewrite(file, (text) => text.replace(farAway, '2020-01-01T00:00:00Z'));
    expect(await release('sign', file, '--key', path('k1'), ...root)).toContain('expired at 2020-01-01T00:00:00Z');
    const signed = withSignatures(documentAt(file), [readKey(path('k1')), readKey(path('k2'))]);
    writeDocument(file, signed);
    const said = await release('verify', path('feed'), ...root);
    expect(said).toMatch(/expired release\.json \(release\)\. .*with a later --expires/);
  });
});
