import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canariesBelow, canariesIn } from '../../support/canaries.ts';
import { testPassphrase, type CounterRun } from '../../support/counter.ts';
import type { LostWrites } from '../../support/lost-writes.ts';
import { valueOf } from '../../support/outcome.ts';
import { codesIssued, enrolmentSecrets, keySecrets } from '../../support/planted-secrets.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { makeTempFolder } from '../../support/temp.ts';
import { onFailingPower } from './power-cut.ts';
import { Staff } from './staff.ts';

/** Waits short enough that a cell takes seconds; the service keeps to these numbers as it does to any deployment's. */
const deployment = {
  version: 1,
  name: 'Proof',
  answerWaitSeconds: 2,
  request: { expiresAfterSeconds: 3 },
  answer: { maxSkewSeconds: 2 },
  fence: { maxRequestAgeSeconds: 3, visibleWithinSeconds: 1 },
};

const eventsSchema = z.object({
  items: z.array(
    z.object({ subject: z.string(), kind: z.string(), body: z.looseObject({ reason: z.string().optional() }) }),
  ),
});

/** What the journal of a shop holds about one operation. */
export interface Recorded {
  readonly intents: number;
  readonly kinds: readonly string[];
  /** Why reveals failed, in order. */
  readonly revealFaults: readonly string[];
}

/** What became of a shop in which some cells were run. */
export interface Audit {
  readonly recorded: (operationId: string) => Recorded;
  readonly chainIsWhole: boolean;
  /** Operations that the service sold something for and that no order in the journal stands for. */
  readonly unknownSales: readonly string[];
  /** `where: which`, for secrets that lie or were said in the clear. */
  readonly secretsInTheClear: readonly string[];
}

export interface ProofShopOptions {
  /** Another build of the counter than the product's. */
  readonly bundle?: string;
  /** The power goes with every process that is killed. */
  readonly lostWrites?: LostWrites;
}

/** An enrolled counter and its service, used by one cell after the other. */
export class ProofShop {
  readonly shop: Shop;
  readonly staff: Staff;
  readonly #options: ProofShopOptions;
  readonly #removeFolder: () => void;
  readonly #stdout: string[] = [];
  readonly #stderr: string[] = [];

  private constructor(shop: Shop, options: ProofShopOptions, removeFolder: () => void) {
    this.shop = shop;
    this.staff = new Staff(shop.sandbox, shop.walletId);
    this.#options = options;
    this.#removeFolder = removeFolder;
  }

  static async open(options: ProofShopOptions = {}): Promise<ProofShop> {
    const settings = makeTempFolder();
    const file = join(settings.path, 'deployment.json');
    writeFileSync(file, JSON.stringify(deployment));
    const shop = await openShop({ deployment: file });
    const opened = new ProofShop(shop, options, settings.remove);
    await opened.staff.repair({ butReveal: false });
    // There is an older order and a recorded answer from the start.
    await opened.counter(shop.buy(randomUUID(), 1));
    return opened;
  }

  async counter(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CounterRun> {
    const { bundle } = this.#options;
    const run = await this.shop.counter(args, {
      env: { ...env, NODE_COMPILE_CACHE: join(this.shop.folder, 'compiled') },
      ...(bundle === undefined ? {} : { bundle }),
    });
    this.#stdout.push(run.stdout);
    this.#stderr.push(run.stderr);
    return run;
  }

  /** The same where it is to be killed on the way. */
  async counterToBeKilled(args: readonly string[], env: Readonly<Record<string, string>>): Promise<CounterRun> {
    const { lostWrites } = this.#options;
    if (lostWrites === undefined) return this.counter(args, env);
    return onFailingPower(lostWrites, this.shop.data, (lossy) => this.counter(args, { ...env, ...lossy }));
  }

  /** Reads the journal, stops the service, and looks for secrets. */
  async audit(): Promise<Audit> {
    const { items } = valueOf(await this.counter(['journal', 'events', '--all']), eventsSchema);
    const intended = new Set(items.filter(({ kind }) => kind === 'order-intended').map(({ subject }) => subject));
    const chain = await this.counter(['journal', 'verify']);
    const sales = await this.shop.sandbox.sales();
    await this.shop.sandbox.stop();
    return {
      recorded: (operationId) => {
        const own = items.filter(({ subject }) => subject === operationId);
        const kinds = own.map(({ kind }) => kind);
        const revealFaults = own.flatMap(({ kind, body }) =>
          kind === 'reveal-failed' && body.reason !== undefined ? [body.reason] : [],
        );
        return { intents: kinds.filter((kind) => kind === 'order-intended').length, kinds, revealFaults };
      },
      chainIsWhole: chain.exitCode === 0,
      unknownSales: sales.map(({ operationId }) => operationId).filter((operationId) => !intended.has(operationId)),
      secretsInTheClear: await this.#secretsInTheClear(),
    };
  }

  async close(): Promise<void> {
    await this.shop.close();
    this.#removeFolder();
  }

  /** Every run asked for a reveal, so codes may stand on stdout; nothing else may, and nothing at all elsewhere. */
  async #secretsInTheClear(): Promise<readonly string[]> {
    const { folder, data } = this.shop;
    const others = new Map([
      ...enrolmentSecrets(folder),
      ...(await keySecrets(data)),
      ['passphrase', Buffer.from(testPassphrase)] as const,
    ]);
    const all = new Map([...others, ...codesIssued(folder)]);
    return [
      ...canariesBelow(data, all),
      ...canariesIn(Buffer.from(this.#stderr.join('\n')), all).map((name) => `stderr: ${name}`),
      ...canariesIn(Buffer.from(this.#stdout.join('\n')), others).map((name) => `stdout: ${name}`),
    ];
  }
}
