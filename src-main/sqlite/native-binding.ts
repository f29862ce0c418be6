import { isPackagedBuild } from '../core/packaged.ts';

/**
 * The driver's binary that a developer or a test names, for an Electron with another ABI than Node. A packaged build
 * ignores the variable, since it loads code, and so does one that lies where Electron looks for an app: `resourcesPath`
 * is set in every build, `defaultApp` only where the app was started from its sources.
 */
export function nativeBindingOverride(): string | undefined {
  const path = process.env['SQLITE_NATIVE_BINDING'];
  return !isPackagedBuild && isUnpackaged() && path !== '' ? path : undefined;
}

function isUnpackaged(): boolean {
  // Neither property exists under plain Node, whatever the types say.
  const host: object = process;
  return Reflect.get(host, 'resourcesPath') === undefined || Reflect.get(host, 'defaultApp') === true;
}
