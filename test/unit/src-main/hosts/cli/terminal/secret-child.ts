import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { secretFrom } from '../../../../../../src-main/hosts/cli/terminal/secret.ts';

/**
 * Asks for two PINs on its terminal, and says of each whether the terminal had stopped showing what is typed before the
 * question stood there, and what was typed, backwards: the terminal itself must not show it. With `--signal` a signal
 * comes as soon as it is asked.
 */
const args = readArguments([]);
if (!args.ok) throw new Error('no arguments');
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
for (const question of ['first: ', 'second: ']) {
  const write = process.stderr.write.bind(process.stderr);
  let wasRaw = false;
  process.stderr.write = (text: string | Uint8Array) => {
    if (text === question) wasRaw = process.stdin.isRaw;
    if (text === question && process.argv.includes('--signal')) process.kill(process.pid, 'SIGTERM');
    return write(text);
  };
  const typed = await secretFrom({ args: args.value, stopping: stop.signal }, 'pin-file', question);
  process.stderr.write = write;
  const said = typed.ok ? Buffer.from(typed.value).reverse().toString() : typed.error.code;
  process.stdout.write(`${JSON.stringify({ wasRaw, isRaw: process.stdin.isRaw, said })}\n`);
}
