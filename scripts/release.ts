import { Refusal } from './lib/say.mjs';
import { run, usage } from './release/commands.ts';
import { Misused } from './release/options.ts';

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (thrown) {
  if (!(thrown instanceof Misused || thrown instanceof Refusal)) throw thrown;
  const isMisused = thrown instanceof Misused;
  process.stderr.write(
    [thrown.message, ...(isMisused ? [usage] : [''])].filter((part, at) => at > 0 || part).join('\n'),
  );
  process.exitCode = isMisused ? 2 : 1;
}
