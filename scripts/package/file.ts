/** A file of a package, wherever its bytes come from. Paths have slashes and begin at the package's top. */
export interface PackageFile {
  readonly path: string;
  /** Permissions, and nothing else of a mode. */
  readonly mode: number;
  readonly bytes: Buffer;
}

/** In the one order that every list and archive here has, whatever the language of the machine. */
export function sorted<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
