/** Switches that would open the window, its memory or the main process to somebody else. */
const refused = [
  'no-sandbox', 'disable-gpu-sandbox', 'disable-web-security', 'remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address',
  'inspect', 'inspect-brk', 'inspect-port', 'inspect-wait', 'load-extension', 'js-flags', 'disable-features', 'enable-blink-features', 'allow-file-access-from-files',
] as const;

/** The switches that a packaged counter refuses to start with; a build under development may be tested and debugged. */
export function refusedSwitches(packaged: boolean, hasSwitch: (name: string) => boolean): readonly string[] {
  return packaged ? refused.filter((name) => hasSwitch(name)) : [];
}

/**
 * Whether the sandbox is forced on every process. Tests run as root, where Chromium has no sandbox to give and ends instead:
 * they say so with the switch, and keep the window's own sandboxed preferences.
 */
export function forcesSandbox(packaged: boolean, hasSwitch: (name: string) => boolean): boolean {
  return packaged || !hasSwitch('no-sandbox');
}
