let latestAtMs = Number.NEGATIVE_INFINITY;

// As this module is loaded, so before every listener that may silence a key.
window.addEventListener('keydown', ({ timeStamp }) => (latestAtMs = timeStamp), { capture: true });

/** When the latest key went down anywhere, by the time in its event, also where it was silenced as a scanner's. */
export function latestKeyAtMs(): number {
  return latestAtMs;
}
