/**
 * The driver's binary for this runtime, where a developer or a test names one: an Electron with another ABI than Node
 * needs it. A packaged app ignores the variable, since it loads code: Electron sets `resourcesPath` in every build and
 * `defaultApp` only where the app was started from its sources.
 */
export function nativeBindingOverride(allowed: boolean = isUnpackaged()): string | undefined {
  const path = process.env['SQLITE_NATIVE_BINDING'];
  return allowed && path !== undefined && path !== '' ? path : undefined;
}

function isUnpackaged(): boolean {
  // Neither property exists under plain Node, whatever the types say.
  const host: object = process;
  return Reflect.get(host, 'resourcesPath') === undefined || Reflect.get(host, 'defaultApp') === true;
}
