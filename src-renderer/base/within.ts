/** Resolves when `done` does, or after `patienceMs` without it. */
export async function within(patienceMs: number, done: Promise<unknown>): Promise<void> {
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** What is kept on this computer comes within that, or the service is asked without it. */
export const keptWithinMs = 2_000;
