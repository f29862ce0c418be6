import { isPackagedBuild } from '../core/packaged.ts';

/**
 * The driver's binary for this runtime, where a developer or a test names one: an Electron with another ABI than Node
 * needs it. A packaged build ignores the variable, since it loads code; so does any other one that was put where
 * Electron looks for an app: it sets `resourcesPath` in every build and `defaultApp` only where the app was started
 * from its sources.
 */
export function nativeBindingOverride(allowed: boolean = !isPackagedBuild && isUnpackaged()): string | undefined {
  const path = process.env['SQLITE_NATIVE_BINDING'];
  return allowed && path !== '' ? path : undefined;
}

function isUnpackaged(): boolean {
  // Neither property exists under plain Node, whatever the types say.
  const host: object = process;
  return Reflect.get(host, 'resourcesPath') === undefined || Reflect.get(host, 'defaultApp') === true;
}
