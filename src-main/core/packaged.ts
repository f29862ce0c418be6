/** Written by the build (`scripts/build/target.ts`); not there where the sources run as they are. */
declare const COUNTERFOIL_PACKAGED: boolean | undefined;
declare const COUNTERFOIL_VERSION: string | undefined;

/**
 * Whether this is a build for a shop: it takes no path, no data folder and no step of a test from the environment. The
 * name of a file says nothing of that.
 */
export const isPackagedBuild: boolean = typeof COUNTERFOIL_PACKAGED !== 'undefined' && COUNTERFOIL_PACKAGED;

/** The version that was built; null where the sources run as they are. */
export const builtVersion: string | null = typeof COUNTERFOIL_VERSION === 'undefined' ? null : COUNTERFOIL_VERSION;
