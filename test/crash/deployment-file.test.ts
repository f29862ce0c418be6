import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { foldersIn, keepFile, keptSignedFile, keptText } from '../../src-main/app/counter/folders.ts';
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
  nobody: profile('third'),
};
const signers = { 'one key': one.thumbprint, 'another key': two.thumbprint, nobody: null };

interface Kept {
  readonly text: string | null;
  readonly signer: string | null;
}

function keptIn(data: string): Kept {
  return { text: keptText(foldersIn(data)), signer: keptSignedFile(foldersIn(data))?.signer ?? null };
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
    ['one key', 'nobody'],
    ['nobody', 'one key'],
  ] as const)(
    'signed by %s, then by %s: it holds one of both, and never forgets who signed what it holds',
    (before, after) => {
      const start = join(folder.path, `${before} ${after}`);
      mkdirSync(foldersIn(start).deployment, { recursive: true });
      expect(keepFile(foldersIn(start), given(files[before])).ok).toBe(true);
      const old: Kept = { text: given(files[before]).text, signer: signers[before] };
      const next: Kept = { text: given(files[after]).text, signer: signers[after] };
      expect(keptIn(start)).toEqual(old);
      const seen: Kept[] = [];
      for (let nth = 1, killed = true; killed; nth += 1) {
        const data = `${start} ${nth}`;
        cpSync(start, data, { recursive: true });
        killed = keepKilled(data, files[after], nth);
        const kept = keptIn(data);
        expect([old.text, next.text]).toContain(kept.text);
        // One signature too many is asked about; one too few would not be.
        const ofOld = [old.signer, next.signer ?? old.signer];
        const ofNext = next.signer === null ? [null, old.signer] : [next.signer];
        expect(kept.text === old.text ? ofOld : ofNext).toContain(kept.signer);
        seen.push(kept);
        // Whatever a kill left behind, the file can be kept again.
        expect(keepFile(foldersIn(data), given(files[after])).ok).toBe(true);
        expect(keptIn(data)).toEqual(next);
        expect(readdirSync(foldersIn(data).deployment).filter((name) => name.endsWith('.partial'))).toEqual([]);
      }
      expect(seen[0]).toEqual(old);
      expect(seen.at(-1)).toEqual(next);
      expect(seen.length).toBeGreaterThan(2);
    },
  );
});
