import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../support/temp.ts';
import { projectRoot, whyNoElectron } from './electron-runtime.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null)(`the cryptography of Electron${because}`, () => {
  let running: RunningCounter;
  beforeAll(async () => {
    running = await startCounter();
  });
  afterAll(() => running.stop());

  it('verifies the three ES256 vectors and refuses them when they are altered', async () => {
    const bundle = join(tempFolder(), 'check-vectors.cjs');
    await bundleVectors(bundle);
    const checked = await running.app.evaluate(
      (_electron, { script, fixtures }) => {
        const load = process.getBuiltinModule('node:module').createRequire(script);
        const failures: unknown = Reflect.apply(
          Reflect.get(load(script) as object, 'checkVectors') as (folder: string) => unknown,
          undefined,
          [fixtures],
        );
        return { failures, inElectron: 'electron' in process.versions, openssl: process.versions.openssl };
      },
      { script: bundle, fixtures: join(projectRoot, 'test/fixtures/rfc9421') },
    );
    expect(checked).toMatchObject({ failures: [], inElectron: true });
    // The point of running them here: Electron links another library than Node does.
    expect(checked.openssl).not.toBe(process.versions.openssl);
  });
});

/** One file that Electron's main process can require, with nothing of the project beside it. */
async function bundleVectors(file: string): Promise<void> {
  const bundle = await rolldown({
    input: join(projectRoot, 'test/protocol-vectors/check-vectors.ts'),
    platform: 'node',
    logLevel: 'silent',
  });
  await bundle.write({ file, format: 'cjs' });
  await bundle.close();
}
