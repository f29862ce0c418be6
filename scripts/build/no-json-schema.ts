import { readFileSync } from 'node:fs';
import type { Plugin } from 'rolldown';

const writers = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
const exported = /^export (?:const|function) (\w+)/gm;

/**
 * Leaves out of a build what writes a schema of ours as a JSON schema: the counter reads by its schemas, and only our
 * own scripts write them. What is left in its place says so.
 */
export function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    load: {
      filter: { id: writers },
      handler: (id) => {
        const names = [...readFileSync(id, 'utf8').matchAll(exported)].map(([, name = '']) => name);
        const absent = "const absent = () => { throw new Error('this build writes no JSON schema'); };";
        return [absent, ...names.map((name) => `export const ${name} = absent;`)].join('\n');
      },
    },
  };
}
