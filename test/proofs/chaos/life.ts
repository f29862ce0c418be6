const never = new Promise<never>(() => undefined);

/** From the start of a process to its end. */
export class Life {
  #isOver = false;
  readonly #death = Promise.withResolvers<undefined>();

  get isOver(): boolean {
    return this.#isOver;
  }

  get died(): Promise<undefined> {
    return this.#death.promise;
  }

  end(): void {
    this.#isOver = true;
    this.#death.resolve(undefined);
  }

  /** What comes after the end of the process comes to nobody. */
  async only<T>(work: Promise<T>): Promise<T> {
    const value = await work;
    return this.#isOver ? never : value;
  }
}
