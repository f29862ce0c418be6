export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Absent on Windows. */
  readonly userId: number | undefined;
}

/**
 * The reason why Electron must not or cannot open a window here; undefined where it may. Chromium refuses its sandbox
 * to root, and without the sandbox we do not start it.
 */
export function whyNoWindow(machine: Machine): string | undefined {
  if (machine.userId === 0) return 'Electron keeps its sandbox on, which does not work for root.';
  const displays = [machine.env['DISPLAY'], machine.env['WAYLAND_DISPLAY']];
  const hasDisplay = displays.some((display) => display !== undefined && display !== '');
  return machine.platform === 'linux' && !hasDisplay ? 'There is no display for a window.' : undefined;
}
