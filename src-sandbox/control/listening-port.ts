import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Refusing } from './faults/behaviour.ts';
import type { Waiting } from './waiting.ts';

/** The listening port, which can be shut for a while and opens again where it was. */
export class ListeningPort {
  readonly #server: Server;
  readonly #waiting: Waiting;
  #connectionsToRefuse = 0;
  #shutUntilOpened: Promise<void> | undefined;

  constructor(server: Server, waiting: Waiting) {
    this.#server = server;
    this.#waiting = waiting;
    // Before the HTTP server reads a byte: what is refused here was seen by nobody.
    server.prependListener('connection', (socket: Socket) => {
      if (this.#connectionsToRefuse === 0) return;
      this.#connectionsToRefuse -= 1;
      socket.resetAndDestroy();
    });
  }

  /**
   * Milliseconds: nothing listens at all meanwhile. Connections: each is accepted and reset. Idle connections end at
   * once in either case.
   */
  refuse(refusing: Refusing): void {
    this.#server.closeIdleConnections();
    if ('connections' in refusing) this.#connectionsToRefuse += refusing.connections;
    else this.#shutUntilOpened ??= this.#shutFor(refusing.ms);
  }

  open(): void {
    this.#connectionsToRefuse = 0;
  }

  /** Resolves once the port is open, for a service that is about to stop in good order. */
  async settled(): Promise<void> {
    await this.#shutUntilOpened;
  }

  async #shutFor(ms: number): Promise<void> {
    const port = portOf(this.#server.address());
    this.#server.close();
    // Another process may have been given the port meanwhile; most give it back soon.
    for (
      let running = await this.#waiting.wait(ms);
      running && !(await this.#listens(port));
      running = await this.#waiting.wait(20)
    );
    this.#shutUntilOpened = undefined;
  }

  #listens(port: number): Promise<boolean> {
    return new Promise((resolve) => {
      const failed = (): void => resolve(false);
      this.#server.once('error', failed).listen({ host: '127.0.0.1', port }, () => {
        this.#server.off('error', failed);
        resolve(true);
      });
    });
  }
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
