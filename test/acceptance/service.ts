import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { makePassphraseCheap } from '../support/cheap-passphrase.ts';
import { runCounter, testPassphrase, type CounterOptions, type CounterRun } from '../support/counter.ts';
import { valueOf } from '../support/outcome.ts';
import { Sandbox } from '../support/sandbox.ts';
import { makeTempFolder } from '../support/temp.ts';

interface Address {
  readonly deployment: string;
  readonly invitationId: string;
  readonly tokenFile: string;
}

/** The service that the environment names; undefined where the tests start their own. */
function serviceFromEnvironment(env: NodeJS.ProcessEnv): Address | undefined {
  const {
    ACCEPTANCE_DEPLOYMENT: deployment,
    ACCEPTANCE_INVITATION: invitationId,
    ACCEPTANCE_TOKEN_FILE: tokenFile,
  } = env;
  if (!deployment && !invitationId && !tokenFile) return undefined;
  if (!deployment || !invitationId || !tokenFile)
    throw new Error(
      'Give ACCEPTANCE_DEPLOYMENT, ACCEPTANCE_INVITATION and ACCEPTANCE_TOKEN_FILE together, or none of them.',
    );
  return { deployment: resolve(deployment), invitationId, tokenFile: resolve(tokenFile) };
}

const external = serviceFromEnvironment(process.env);

/**
 * Only a sandbox of our own can be made to misbehave: tests that need that are skipped, and counted, against any other
 * service.
 */
export const isOurOwn = external === undefined;

const cardsSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      available: z.boolean(),
      name: z.object({ ar: z.string().optional(), en: z.string().optional() }).optional(),
      unitPrice: z.object({ amount: z.string(), currency: z.string() }).optional(),
    }),
  ),
});
export type Card = z.infer<typeof cardsSchema>['items'][number] & {
  readonly unitPrice: { readonly amount: string; readonly currency: string };
};

/** One counter beside one service: an invitation takes one key only. */
export class Counter {
  readonly #folder = makeTempFolder();
  #address = external;
  #sandbox: Sandbox | undefined;
  #sale: { readonly walletId: string; readonly card: Card } | undefined;

  async open(): Promise<void> {
    mkdirSync(this.data);
    if (this.#address !== undefined) return;
    this.#sandbox = await Sandbox.start({ data: this.fresh('sandbox') });
    const { deploymentFile, invitationId, enrollmentTokenFile } = this.#sandbox.line;
    this.#address = { deployment: deploymentFile, invitationId, tokenFile: enrollmentTokenFile };
  }

  async close(): Promise<void> {
    await this.#sandbox?.stop();
    this.#folder.remove();
  }

  get data(): string {
    return join(this.#folder.path, 'counter');
  }

  get address(): Address {
    if (this.#address === undefined) throw new Error('not open');
    return this.#address;
  }

  get sandbox(): Sandbox {
    if (this.#sandbox === undefined) throw new Error('only for tests against a sandbox of our own');
    return this.#sandbox;
  }

  /**
   * What the tests buy: the first card of the first wallet's catalogue that can be bought. Known once `chooseCard` ran.
   */
  get sale(): { readonly walletId: string; readonly card: Card } {
    if (this.#sale === undefined) throw new Error('no card was chosen');
    return this.#sale;
  }

  /** Enrols in one go, where enrolment itself is not what is looked at. */
  async enrol(): Promise<void> {
    const { invitationId, tokenFile } = this.address;
    valueOf(
      await this.run(['enrol', '--invitation', invitationId, '--token-file', tokenFile, '--wait', '300']),
      z.object({ state: z.literal('active') }),
    );
    await makePassphraseCheap(this.data, testPassphrase);
  }

  async chooseCard(): Promise<void> {
    const {
      items: [wallet],
    } = valueOf(await this.run(['wallets', '--all']), z.object({ items: z.array(z.object({ id: z.string() })) }));
    const { items } = valueOf(await this.run(['catalogue', wallet?.id ?? '']), cardsSchema);
    const card = items.find((each): each is Card => each.available && each.unitPrice !== undefined);
    if (wallet === undefined || card === undefined) throw new Error('The service offers nothing to buy.');
    this.#sale = { walletId: wallet.id, card };
  }

  /** A further folder, made when `made` is true. */
  fresh(name: string, made = false): string {
    const path = join(this.#folder.path, name);
    if (made) mkdirSync(path, { recursive: true });
    return path;
  }

  /** Runs the counter with `--json` on the enrolled folder. */
  run(args: readonly string[], options: Partial<CounterOptions> = {}): Promise<CounterRun> {
    return runCounter([...args, '--json'], {
      data: this.data,
      deployment: this.address.deployment,
      cwd: this.#folder.path,
      ...options,
    });
  }

  /** Runs it without a deployment file and without a passphrase, as local commands may be run. */
  runLocal(args: readonly string[], options: Partial<CounterOptions> = {}): Promise<CounterRun> {
    return runCounter([...args, '--json'], { data: this.data, cwd: this.#folder.path, passphrase: '', ...options });
  }

  /** The arguments of a purchase of the chosen card. */
  buy(quantity: number, ...more: readonly string[]): readonly string[] {
    return [
      'buy',
      '--wallet',
      this.sale.walletId,
      '--card',
      this.sale.card.id,
      '--quantity',
      String(quantity),
      ...more,
    ];
  }
}
