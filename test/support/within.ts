import { stepPatienceMs } from './patience.ts';

/** Waits for `work`, and not for ever: a part that hangs becomes an error that names it. */
export async function within<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} did not happen within ${stepPatienceMs / 1000} seconds`)),
      stepPatienceMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
