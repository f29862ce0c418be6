import { readdir, readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const salesSchema = z.array(z.object({ operationId: z.string() }));
/** A listening socket in the table of the kernel (proc(5), /proc/net/tcp). */
const listening = '0A';

/**
 * The service behind a training counter. The host keeps its control port and its token to itself, so that no page can
 * steer the service; a test finds the port where the kernel lists it, and the token in the folder that the service has
 * open.
 */
export class TrainingService {
  /** Where there is no such list, what needs the service is skipped. */
  static readonly canBeFound = process.platform === 'linux';
  readonly #pid: number;
  readonly #controlUrl: string;
  readonly #authorization: string;

  private constructor(pid: number, controlUrl: string, authorization: string) {
    this.#pid = pid;
    this.#controlUrl = controlUrl;
    this.#authorization = authorization;
  }

  static async of(hostPid: number): Promise<TrainingService> {
    for (const pid of await childrenOf(hostPid)) {
      const token = await tokenOf(pid);
      if (token === null) continue;
      const authorization = `Bearer ${token}`;
      for (const port of await listeningPorts(pid)) {
        const url = `http://127.0.0.1:${port}`;
        const answer = await fetch(`${url}/faults`, { headers: { authorization } }).catch(() => null);
        if (answer?.ok === true) return new TrainingService(pid, url, authorization);
      }
    }
    throw new Error('the host has no service with a control port');
  }

  async fault(
    name: string,
    operation: string,
    count = 1,
    parameters: Readonly<Record<string, string | number>> = {},
  ): Promise<void> {
    await this.#control('/faults', { name, operation, count, ...parameters });
  }

  /** What staff do when a key may be in wrong hands, and undo. */
  async suspendKeys(suspended: boolean): Promise<void> {
    await this.#control('/keys', { suspended });
  }

  async shiftClock(offsetSeconds: number): Promise<void> {
    await this.#control('/clock', { offsetSeconds });
  }

  async #control(path: string, body: object): Promise<void> {
    const answer = await fetch(this.#controlUrl + path, {
      method: 'POST',
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the service did not take it: ${await answer.text()}`);
  }

  async clearFaults(): Promise<void> {
    await fetch(`${this.#controlUrl}/faults`, { method: 'DELETE', headers: { authorization: this.#authorization } });
  }

  /** How often the service sold for an operation. */
  async sales(operationId: string): Promise<number> {
    const answer: unknown = await (
      await fetch(`${this.#controlUrl}/sales`, { headers: { authorization: this.#authorization } })
    ).json();
    return salesSchema.parse(answer).filter((sale) => sale.operationId === operationId).length;
  }

  /** The service is gone at once, as when its machine loses power. */
  kill(): void {
    process.kill(this.#pid, 'SIGKILL');
  }
}

/** Electron starts its children from several threads. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) =>
    list
      .trim()
      .split(' ')
      .filter((child) => child !== '')
      .map(Number),
  );
}

/** Some processes of a browser show theirs to nobody. */
async function openBy(pid: number): Promise<readonly string[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return Promise.all(descriptors.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
}

async function tokenOf(pid: number): Promise<string | null> {
  const file = (await openBy(pid)).find((path) => path.endsWith('/service.sqlite'));
  return file === undefined
    ? null
    : ((await readFile(join(dirname(file), 'control-token'), 'utf8').catch(() => null))?.trim() ?? null);
}

async function listeningPorts(pid: number): Promise<number[]> {
  const targets = await openBy(pid);
  const own = new Set(
    targets.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1]).filter((inode) => inode !== undefined),
  );
  const table = await readFile(`/proc/${pid}/net/tcp`, 'utf8');
  const rows = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([, local = '', , state, , , , , , inode = '']) =>
    state === listening && own.has(inode) ? [parseInt(local.split(':')[1] ?? '', 16)] : [],
  );
}
