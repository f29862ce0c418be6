import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project.ts';
import { tempFolder } from '../support/temp.ts';
import { isOurOwn } from './service.ts';

/** `npm run -s first-sale`, which starts a practice service of its own. */
describe.skipIf(!isOurOwn)('the first sale', () => {
  it('tells the whole path in sentences, without a code, and leaves nothing behind', async () => {
    const folder = tempFolder();
    const run = await firstSale({ TMPDIR: folder });
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    const sentences = run.stdout.trimEnd().split('\n');
    expect(sentences.length).toBeGreaterThan(8);
    expect(sentences.filter((sentence) => !/^[A-Z].*[.)]$|thumbprint/.test(sentence))).toEqual([]);
    expect(run.stdout).not.toMatch(/[A-Z0-9]{4}(-[A-Z0-9]{4}){3}/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('fails where one step is off', async () => {
    const run = await firstSale({ COUNTERFOIL_CRASH_AT: 'answer-sealed' });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('The first sale is off.');
    expect(run.stdout).not.toContain('Everything went');
  });
});

async function firstSale(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(projectRoot, 'scripts/first-sale.ts')], {
    cwd: tmpdir(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { exitCode, stdout, stderr };
}
