import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { bundles } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp.ts';

/** Says at the end of a process which parts of Node it loaded, and ends it once it says that it is ready. */
const watch = `
  const { write } = process.stdout;
  process.stdout.write = function (...args) {
    setTimeout(() => process.exit());
    return write.apply(this, args);
  };
  process.on('exit', () => process.stderr.write('loaded: ' + process.moduleLoadList.join(' ')));
`;

/** Node's own fetch is large, and is loaded by whoever looks at all that node:http exports. */
it.each([
  ['the command line', bundles.counter, () => ['--help']],
  ['the practice service', bundles.sandbox, () => ['--port', '0', '--data', join(tempFolder(), 'service')]],
])('does not load what it never uses: %s', async (_, bundle, argumentsOf) => {
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, bundle, ...argumentsOf()],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const loaded = await text(child.stderr);
  expect(loaded).toMatch(/loaded: .*NativeModule http/);
  expect(loaded).not.toContain('undici');
});
