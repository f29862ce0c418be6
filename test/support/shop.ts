import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeCheapVault } from './cheap-passphrase.ts';
import { runCounter, testPassphrase, type CounterOptions, type CounterRun } from './counter.ts';
import { valueOf } from './outcome.ts';
import { Sandbox, type SandboxOptions } from './sandbox.ts';
import { makeTempFolder } from './temp.ts';

const cardsSchema = z.object({
  items: z.array(
    z.object({ id: z.string(), available: z.boolean(), unitPrice: z.object({ amount: z.string() }).optional() }),
  ),
});

/**
 * An enrolled counter beside a sandbox of its own, in a folder that goes when both are closed. Nothing pays the whole
 * price of the passphrase.
 */
export interface Shop {
  readonly sandbox: Sandbox;
  readonly folder: string;
  /** The counter's data folder. */
  readonly data: string;
  readonly walletId: string;
  readonly cardId: string;
  /** Runs the counter with `--json`. */
  counter(args: readonly string[], options?: Partial<CounterOptions>): Promise<CounterRun>;
  /** The arguments of a purchase of the shop's card. */
  buy(operationId: string, quantity: number, ...more: readonly string[]): readonly string[];
  close(): Promise<void>;
}

/** `observe` sees every run of the counter, for tests that look for secrets in what it says. */
export async function openShop(
  sandboxOptions: Partial<SandboxOptions> = {},
  observe: (args: readonly string[], run: CounterRun) => void = () => undefined,
): Promise<Shop> {
  const folder = makeTempFolder();
  const data = join(folder.path, 'counter');
  mkdirSync(data, { mode: 0o700 });
  makeCheapVault(data, testPassphrase);
  const sandbox = await Sandbox.start({ data: join(folder.path, 'sandbox'), ...sandboxOptions });
  const counter: Shop['counter'] = async (args, options = {}) => {
    const run = await runCounter([...args, '--json'], { data, deployment: sandbox.line.deploymentFile, ...options });
    observe(args, run);
    return run;
  };
  const {
    invitationId,
    enrollmentTokenFile,
    walletIds: [walletId = ''],
  } = sandbox.line;
  valueOf(
    await counter(['enrol', '--invitation', invitationId, '--token-file', enrollmentTokenFile, '--wait', '300']),
    z.object({ state: z.literal('active') }),
  );
  const { items } = valueOf(await counter(['catalogue', walletId]), cardsSchema);
  const cardId = items.find(({ available, unitPrice }) => available && unitPrice !== undefined)?.id ?? '';
  return {
    sandbox,
    folder: folder.path,
    data,
    walletId,
    cardId,
    counter,
    buy: (operationId, quantity, ...more) => [
      'buy',
      '--wallet',
      walletId,
      '--card',
      cardId,
      '--quantity',
      String(quantity),
      '--operation-id',
      operationId,
      ...more,
    ],
    close: async () => {
      await sandbox.stop();
      folder.remove();
    },
  };
}
