import { cp, link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { personWithoutRights, type Person } from '../e2e/person.ts';
import type { Made } from './made.ts';

/** A packaged program where somebody without rights can start it. */
export interface Installed {
  readonly folder: string;
  readonly launcher: string;
  readonly program: string;
  readonly person: Person;
  /** Puts the package's own file there, as a copy that a test may change, and returns its path. */
  restore(path: string): Promise<string>;
}

export async function installPackage(made: Made): Promise<Installed> {
  const person = await personWithoutRights();
  const folder = join(person.folder, 'program');
  for (const { path } of made.manifest.files) {
    const [from, to] = [join(made.program, path), join(folder, path)];
    await mkdir(dirname(to), { recursive: true });
    // Links do not reach another file system.
    await link(from, to).catch(() => cp(from, to));
  }
  return {
    folder,
    launcher: join(folder, 'counterfoil.sh'),
    program: join(folder, 'counterfoil'),
    person,
    restore: async (path) => {
      const file = join(folder, path);
      await rm(file);
      await cp(join(made.program, path), file);
      return file;
    },
  };
}
