import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './project.ts';

/** A fault in one module of the product: other text in the place of one that stands there once. */
export interface Breach {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** From now on the module is loaded broken. Throws where its text is not found exactly once. */
export function breakModule(breach: Breach): void {
  const file = join(projectRoot, breach.file);
  if (readFileSync(file, 'utf8').split(breach.from).length !== 2)
    throw new Error(`${breach.file} does not hold once: ${breach.from}`);
  const broken = pathToFileURL(file).href;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (url !== broken || loaded.source === undefined) return loaded;
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: source.replace(breach.from, () => breach.to) };
    },
  });
}
