/**
 * What a person may say to a packaged counter. Each has no use but what its name says, and takes no value but these.
 */
const allowed: readonly RegExp[] = [
  /^--lang=[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/,
  /^--force-device-scale-factor=\d(\.\d{1,3})?$/,
  /^--ozone-platform(-hint)?=(auto|wayland|x11)$/,
  /^--enable-wayland-ime$/,
  /^--disable-gpu$/,
  /^--force-renderer-accessibility$/,
  // macOS adds the number of the process.
  /^-psn_\d+_\d+$/,
];

/**
 * What takes a border away, by whatever way it came to Chromium: an environment can say `no-sandbox` too. Electron sets
 * others by itself.
 */
const never = [
  'no-sandbox',
  'disable-gpu-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-namespace-sandbox',
  'disable-setuid-sandbox',
  'no-zygote',
  'single-process',
  'in-process-gpu',
  'allow-sandbox-debugging',
  'disable-web-security',
  'remote-debugging-port',
  'remote-debugging-pipe',
  'load-extension',
  'js-flags',
] as const;

/**
 * What a packaged counter refuses to start with: `given` are the arguments as the person gave them, without the
 * program; `hasSwitch` tells what Chromium has now, ours and Electron's own switches included. A build under
 * development may be tested and debugged.
 */
export function refusedSwitches(
  packaged: boolean,
  given: readonly string[],
  hasSwitch: (name: string) => boolean,
): readonly string[] {
  if (!packaged) return [];
  const strange = given.filter((argument) => !allowed.some((pattern) => pattern.test(argument)));
  const unseen = never
    .map((name) => `--${name}`)
    .filter((name) => hasSwitch(name.slice(2)) && !strange.some((argument) => argument.startsWith(name)));
  return [...strange, ...unseen];
}

/** An argument as it may be repeated: without its value, which may be anything. */
export function nameOf(argument: string): string {
  return argument.replace(/=.*$/su, '').slice(0, 60);
}

/**
 * Whether the sandbox is forced on every process. Tests run as root, where Chromium has no sandbox to give and ends
 * instead: they say so with the switch, and keep the window's own sandboxed preferences.
 */
export function forcesSandbox(packaged: boolean, hasSwitch: (name: string) => boolean): boolean {
  return packaged || !hasSwitch('no-sandbox');
}
