import { Duplex } from 'node:stream';

/** One end of a connection within this process, with as much of a TCP socket as an HTTP server asks for. */
export class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  #peer: MemorySocket | null = null;

  static pair(): { readonly near: MemorySocket; readonly far: MemorySocket } {
    const [near, far] = [new MemorySocket(), new MemorySocket()];
    near.#peer = far;
    far.#peer = near;
    return { near, far };
  }

  override _read(): void {
    // The other end pushes.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#peer?.destroyed === false) this.#peer.push(chunk);
    done();
  }

  override _final(done: () => void): void {
    if (this.#peer?.destroyed === false) this.#peer.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#peer?.destroyed === false && !this.#peer.readableEnded) this.#peer.push(null);
    done(error);
  }

  /** RST: the other end reads an error, whatever it has not read yet. */
  resetAndDestroy(): this {
    this.#peer?.destroy(Object.assign(new Error('connection reset'), { code: 'ECONNRESET' }));
    return this.destroy();
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
