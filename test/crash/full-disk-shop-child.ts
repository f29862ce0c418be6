import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePassphraseCheap } from '../support/cheap-passphrase.ts';
import { runCounter, testPassphrase } from '../support/counter.ts';
import { Sandbox } from '../support/sandbox.ts';

/**
 * A process of its own whose counter lies on a small disk: it buys, sees the disk filled up by somebody else, and goes
 * on from the command line. Prints the exit and the line of each command as one line of JSON.
 */
const [disk = '', folder = ''] = process.argv.slice(2);
const data = join(disk, 'counter');
const ballast = join(disk, 'ballast');
const sandbox = await Sandbox.start({ data: join(folder, 'sandbox') });
const {
  invitationId,
  enrollmentTokenFile,
  deploymentFile,
  walletIds: [walletId = ''],
} = sandbox.line;
const said: { readonly command: string; readonly exit: number; readonly json: unknown }[] = [];

async function counter(...args: readonly string[]): Promise<unknown> {
  const run = await runCounter([...args, '--json'], { data, deployment: deploymentFile, cwd: folder });
  said.push({ command: args[0] ?? '', exit: run.exitCode, json: run.json });
  return run.json;
}

await counter('enrol', '--invitation', invitationId, '--token-file', enrollmentTokenFile);
await makePassphraseCheap(data, testPassphrase);
const cardId = cardIn(await counter('catalogue', walletId));
const ids = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
for (const id of ids)
  await counter('buy', '--wallet', walletId, '--card', cardId, '--quantity', '2', '--operation-id', id);
fillUp();
said.length = 0;
for (const id of ids) {
  await counter('resume', id, '--reveal', '--wait', '0');
  fillUp();
  await counter('hand-over', id);
  fillUp();
}
await counter('orders');
await counter('buy', '--wallet', walletId, '--card', cardId, '--quantity', '1');
await counter('report', 'reconcile');
await counter('shift', 'close');
await counter('journal', 'verify');
rmSync(ballast);
await counter('shift', 'close');
await counter('buy', '--wallet', walletId, '--card', cardId, '--quantity', '1', '--beside-pending');
await sandbox.stop();
console.log(JSON.stringify(said));

function cardIn(json: unknown): string {
  const [, id] = /"id":"([0-9a-f-]{36})"[^{}]*"available":true/.exec(JSON.stringify(json)) ?? [];
  return id ?? '';
}

/** Takes every byte that is free, as another program would. */
function fillUp(): void {
  for (let part = 1024 * 1024; part >= 512; part /= 2) {
    for (;;) {
      try {
        writeFileSync(ballast, new Uint8Array(part), { flag: 'a' });
      } catch {
        break;
      }
    }
  }
  const { bavail, bsize } = statfsSync(disk);
  if (bavail * bsize > 8192) throw new Error(`${bavail * bsize} bytes are left`);
}
