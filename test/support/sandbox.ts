import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { freePort } from './free-port.ts';
import { stepPatienceMs } from './patience.ts';
import { bundles } from './project.ts';
import { roomForTheYoung } from './room.ts';

const announcementSchema = z.object({
  pid: z.number(),
  baseUrl: z.string(),
  controlUrl: z.string(),
  controlToken: z.string(),
  deploymentFile: z.string(),
  invitationId: z.string(),
  enrollmentTokenFile: z.string(),
  walletIds: z.array(z.string()),
});

/** The line that a sandbox prints when it is ready. */
export type Announcement = z.infer<typeof announcementSchema>;

const saleSchema = z.object({
  operationId: z.string(),
  walletId: z.string(),
  cardId: z.string(),
  quantity: z.number(),
  bodySha256: z.string(),
  soldCardIds: z.array(z.string()),
});

export type Sale = z.infer<typeof saleSchema>;

/** A fault for the next matching calls, with the parameters that `faults()` lists for its name. */
export interface Fault {
  readonly name: string;
  readonly operation?: string;
  readonly count?: number;
  readonly [parameter: string]: unknown;
}

type Step = string | { readonly name: string; readonly [parameter: string]: unknown };

/** One step for each matching call: a fault, several at once, or null for a call that goes well. */
export interface FaultScript {
  readonly operation?: string;
  readonly sequence: readonly (Step | readonly Step[] | null)[];
}

export type Planting = string | Fault | FaultScript;

export interface SandboxOptions {
  readonly data: string;
  readonly deployment?: string;
  readonly activate?: 'manual';
  readonly port?: number;
  /** At least so many cards in its catalogue. */
  readonly cards?: number;
}

/** A sandbox process of its own, as `npm run sandbox` starts it. */
export class Sandbox {
  readonly #options: SandboxOptions;
  #running: Running;

  private constructor(options: SandboxOptions, running: Running) {
    this.#options = options;
    this.#running = running;
  }

  static async start(options: SandboxOptions): Promise<Sandbox> {
    return new Sandbox(options, await launch({ port: await freePort(), ...options }));
  }

  /** What the running process announced; it changes with a restart. */
  get line(): Announcement {
    return this.#running.announcement;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this.#running;
    if (hasEnded(child)) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    await ended;
  }

  /**
   * Stops it and starts it again at the same address, on the same data; between the two a test may look at a service
   * that is down.
   */
  async restart(whileDown: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const port = Number(new URL(this.line.baseUrl).port);
    await this.stop();
    await whileDown();
    this.#running = await launch({ ...this.#options, port });
  }

  async sales(): Promise<readonly Sale[]> {
    return z.array(saleSchema).parse(await this.control('GET', '/sales'));
  }

  /**
   * Makes the next matching calls go wrong: a refusal code or one of the names that `faults()` lists, a script, or
   * several of them.
   */
  async fault(planting: Planting | readonly Planting[]): Promise<void> {
    await this.control('POST', '/faults', typeof planting === 'string' ? { name: planting } : planting);
  }

  async faults(): Promise<unknown> {
    return this.control('GET', '/faults');
  }

  /** Withdraws the faults that have not struck yet. */
  async clearFaults(): Promise<void> {
    await this.control('DELETE', '/faults');
  }

  /** Lets answers go that a fault keeps back. */
  async release(): Promise<void> {
    await this.control('POST', '/release', {});
  }

  /** Activates every key whose possession is proved, as the service's support would. */
  async activate(): Promise<void> {
    await this.control('POST', '/activate', {});
  }

  /** What every key may do from now on. */
  async scopes(scopes: readonly string[]): Promise<void> {
    await this.control('POST', '/scopes', { scopes });
  }

  /** Moves the service's clock away from the machine's. */
  async clock(offsetSeconds: number): Promise<void> {
    await this.control('POST', '/clock', { offsetSeconds });
  }

  /** A further invitation, for a second enrolment. */
  async invite(): Promise<unknown> {
    return this.control('POST', '/invitations', {});
  }

  /** Any call of the control port; gives what it answered. */
  async control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.line.controlToken}` };
    const init =
      body === undefined
        ? { method, headers }
        : { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(this.line.controlUrl.replace(/\/$/, '') + path, init).catch((error: unknown) => {
      const { child, complaints } = this.#running;
      throw hasEnded(child) ? new Error(`The sandbox ended (${endOf(child)}): ${complaints()}`) : error;
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The control port answered ${answer.status} to ${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

interface Running {
  readonly child: ChildProcess;
  readonly announcement: Announcement;
  /** What it said on stderr so far. */
  readonly complaints: () => string;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function endOf({ signalCode, exitCode }: ChildProcess): string {
  return String(signalCode ?? exitCode ?? '');
}

async function launch(options: SandboxOptions): Promise<Running> {
  const child = spawn(process.execPath, [...roomForTheYoung, bundles.sandbox, ...sandboxArguments(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = (): boolean => child.kill('SIGKILL');
  process.on('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  const said: Buffer[] = [];
  const complaints = (): string => Buffer.concat(said).toString('utf8');
  child.stderr.on('data', (bytes: Buffer) => said.push(bytes));
  const limit = setTimeout(() => child.kill('SIGKILL'), stepPatienceMs);
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', () =>
      reject(new Error(`The sandbox ended before it was ready (${endOf(child)}): ${complaints()}`)),
    );
  }).finally(() => clearTimeout(limit));
  return { child, announcement: announcementSchema.parse(JSON.parse(line)), complaints };
}

function sandboxArguments(options: SandboxOptions): string[] {
  return [
    '--port',
    String(options.port ?? 0),
    '--data',
    options.data,
    ...(options.deployment === undefined ? [] : ['--deployment', options.deployment]),
    ...(options.activate === undefined ? [] : ['--activate', options.activate]),
    ...(options.cards === undefined ? [] : ['--cards', String(options.cards)]),
  ];
}
