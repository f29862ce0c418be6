/** Grants a thing so many times within a while, and not again until the while has passed since the first of them. */
export function fewTimes(times: number, withinMs: number, nowMs: () => number): () => boolean {
  let granted: readonly number[] = [];
  return () => {
    const now = nowMs();
    granted = granted.filter((at) => now - at < withinMs);
    if (granted.length >= times) return false;
    granted = [...granted, now];
    return true;
  };
}
