interface InputEvents {
  on(event: 'input-event', listener: (event: unknown, input: { readonly type: string }) => void): unknown;
}

/** What comes of a hand that only lies there, or of a window that moves under a pointer. */
const idleTypes: ReadonlySet<string> = new Set(['mouseMove', 'mouseEnter', 'mouseLeave']);

/**
 * How long ago somebody touched the page, in milliseconds: pressed a key or a button, turned the wheel, put a finger on
 * it. No script can make such an event. Assistive technology acts without any, so that with it there is always
 * somebody.
 */
export function watchInput(
  page: InputEvents,
  { monotonicMs, isAssisted }: { readonly monotonicMs: () => number; readonly isAssisted: () => boolean },
): () => number {
  let lastMs = monotonicMs();
  page.on('input-event', (_event, { type }) => {
    if (!idleTypes.has(type)) lastMs = monotonicMs();
  });
  return () => (isAssisted() ? 0 : monotonicMs() - lastMs);
}
