import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../support/project.ts';

const imports = /^(?:import|export)(?! type)[^;]*?from '(\.[^']+)'|^import '(\.[^']+)'|import\('(\.[^']+)'\)/gm;

/** The files that are loaded, at most, where these are run. */
export function loadedFrom(entries: readonly string[]): ReadonlySet<string> {
  const loaded = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const path = join(projectRoot, file);
    if (loaded.has(file) || !existsSync(path)) continue;
    loaded.add(file);
    for (const [, ...named] of readFileSync(path, 'utf8').matchAll(imports))
      waiting.push(...named.filter(Boolean).map((name) => join(dirname(file), name).replaceAll('\\', '/')));
  }
  return loaded;
}
