import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { foldersIn } from '../../src-main/app/counter/folders.ts';
import {
  keepFile,
  keptSignature,
  keptText,
  settleSignedFile,
  type KeptSignature,
} from '../../src-main/app/counter/kept-file.ts';
import { deploymentFrom } from '../../src-main/app/counter/open-deployment.ts';
import { deploymentSigner, signedFile } from '../support/signed-deployment.ts';
import { makeTempFolder } from '../support/temp.ts';

const folder = makeTempFolder();
afterAll(() => folder.remove());

const [one, two] = [deploymentSigner(), deploymentSigner()];
const profile = (name: string): string =>
  JSON.stringify({
    version: 1,
    name,
    baseUrl: 'https://api.example.com',
    serviceKeys: { url: '/keys', pins: [one.thumbprint] },
  });
const files = {
  'one key': signedFile(profile('first'), one),
  'another key': signedFile(profile('second'), two),
  'one key again': signedFile(profile('fourth'), one),
  'another key, the same profile': signedFile(profile('first'), two),
  nobody: profile('third'),
};

interface Kept {
  readonly text: string | null;
  readonly signature: KeptSignature;
}

function keptIn(data: string): Kept {
  return { text: keptText(foldersIn(data)), signature: keptSignature(foldersIn(data)) };
}

/** What is kept of one of the files when nothing was broken off. */
function whole(name: keyof typeof files): Kept {
  const { text, signer } = given(files[name]);
  return { text, signature: signer === null ? { state: 'none' } : { state: 'signed', signer, changed: false } };
}

function given(file: string) {
  const opened = deploymentFrom(file);
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value;
}

/** Keeps the file over what is in `data`, killed before the nth change of a name; false once there are no more. */
function keepKilled(data: string, file: string, nth: number): boolean {
  const path = join(folder.path, 'given.json');
  writeFileSync(path, file);
  const script = join(import.meta.dirname, 'deployment-file-child.ts');
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, [script, data, path, String(nth)], {
    encoding: 'utf8',
  });
  if (signal === 'SIGKILL') return true;
  expect([status, stdout], stderr).toEqual([0, '{"ok":true}']);
  return false;
}

describe('keeping a deployment file, killed at each change of a name', () => {
  it.each([
    ['one key', 'another key'],
    ['one key', 'one key again'],
    ['one key', 'another key, the same profile'],
    ['one key', 'nobody'],
    ['nobody', 'one key'],
  ] as const)('signed by %s, then by %s: it holds one of both, each with its own signature', (before, after) => {
    const start = join(folder.path, `${before} ${after}`);
    mkdirSync(foldersIn(start).deployment, { recursive: true });
    expect(keepFile(foldersIn(start), given(files[before])).ok).toBe(true);
    const [old, next] = [whole(before), whole(after)];
    expect(keptIn(start)).toEqual(old);
    // A signature that is forgotten last may be one too many for a moment; it is asked about.
    const late: Kept[] =
      old.signature.state === 'signed' && next.signature.state === 'none'
        ? [{ text: next.text, signature: { ...old.signature, changed: true } }]
        : [];
    const seen: Kept[] = [];
    for (let nth = 1, killed = true; killed; nth += 1) {
      const data = `${start} ${nth}`;
      cpSync(start, data, { recursive: true });
      killed = keepKilled(data, files[after], nth);
      const kept = keptIn(data);
      expect([old, next, ...late], `killed before change ${nth}`).toContainEqual(kept);
      // What was broken off is ended without a change of what is known.
      expect(settleSignedFile(foldersIn(data)).ok).toBe(true);
      expect(keptIn(data)).toEqual(kept);
      seen.push(kept);
      // Whatever a kill left behind, the file can be kept again.
      expect(keepFile(foldersIn(data), given(files[after])).ok).toBe(true);
      expect(keptIn(data)).toEqual(next);
      expect(readdirSync(foldersIn(data).deployment).filter((name) => /partial|next/.test(name))).toEqual([]);
    }
    expect(seen[0]).toEqual(old);
    expect(seen.at(-1)).toEqual(next);
    expect(seen.length).toBeGreaterThan(2);
  });
});
