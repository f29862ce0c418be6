import { readFileSync } from 'node:fs';
import type { Plugin } from 'rolldown';

/**
 * What packages bring along and no program of ours runs: zod's writer of JSON schemas (our scripts alone use it), and
 * zip.js's reader, which it has for appending one archive to another.
 */
const neverRun =
  /\/(?:zod\/v4\/core\/(?:to-json-schema|json-schema-processors)|@zip\.js\/zip\.js\/lib\/core\/zip-reader)\.js$/;
const exported = /^export (?:const|function) (\w+)|^export \{([^}]*)\}/gm;

/** Leaves that out of a build; what stands in its place says so. */
export function withoutNeverRun(): Plugin {
  return {
    name: 'without-never-run',
    load: {
      filter: { id: neverRun },
      handler: (id) => {
        const found = [...readFileSync(id, 'utf8').matchAll(exported)];
        const names = found.flatMap(([, one, list = '']) =>
          one === undefined ? (list.match(/\w+(?=\s*(?:,|$))/g) ?? []) : [one],
        );
        const absent = "const absent = () => { throw new Error('this build came without that'); };";
        return [absent, ...new Set(names.map((name) => `export { absent as ${name} };`))].join('\n');
      },
    },
  };
}
