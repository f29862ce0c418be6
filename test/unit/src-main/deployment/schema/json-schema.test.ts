import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { carriedComponents } from '../../../../../src-main/deployment/schema/covered-components.ts';
import { profileJsonSchema } from '../../../../../src-main/deployment/schema/json-schema.ts';
import { projectRoot } from '../../../../support/project.ts';

const read = (file: string): string => readFileSync(join(projectRoot, 'docs', file), 'utf8');

interface Field {
  readonly path: string;
  readonly described: boolean;
}

const node = z.looseObject({
  description: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** Every field of the schema, alternatives included. The members of a JWK are not ours to explain. */
function fieldsBelow(schema: unknown, prefix: string): Field[] {
  const { properties = {}, anyOf = [] } = node.parse(schema);
  const own = Object.entries(properties)
    .filter(() => !prefix.startsWith('serviceKeys.jwks'))
    .flatMap(([name, value]): Field[] => {
      const path = prefix === '' ? name : `${prefix}.${name}`;
      return [{ path, described: (node.parse(value).description ?? '') !== '' }, ...fieldsBelow(value, path)];
    });
  return [...own, ...anyOf.flatMap((alternative) => fieldsBelow(alternative, prefix))];
}

describe('the JSON Schema of the deployment profile', () => {
  const document: unknown = JSON.parse(profileJsonSchema());
  const fields = fieldsBelow(document, '');

  it('is checked in as the code makes it (npm run -s profile-schema)', () => {
    expect(read('deployment-profile.schema.json')).toBe(profileJsonSchema());
  });

  it('explains every field', () => {
    expect(fields.length).toBeGreaterThan(70);
    expect(
      fields
        .filter(({ path, described }) => !described && !path.startsWith('serviceKeys.jwks.'))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('has a page that names every component of a request', () => {
    const [, section = ''] = read('deployment-profile.md').split('### `request.components`');
    const named = new Set<string>(section.slice(0, section.indexOf('\n### ')).match(/@?[a-z-]+/g));
    const carried: readonly string[] = Object.values(carriedComponents).flat();
    expect(carried.filter((name) => !named.has(name))).toEqual([]);
  });

  it('demands what has no default, and nothing more', () => {
    expect(document).toMatchObject({
      required: ['version', 'name', 'baseUrl', 'serviceKeys'],
      additionalProperties: false,
    });
  });

  it('has a section or a line of the page for every field', () => {
    const page = read('deployment-profile.md');
    const unexplained = fields.filter(({ path }) => {
      const [first = '', second] = path.split('.');
      const own =
        second === undefined || ['bodies', 'fence', 'refusalStatuses', 'serviceKeys'].includes(first)
          ? first
          : `${first}.${second}`;
      return !new RegExp(`^#{2,3} \`${own.replace('$', '\\$')}\``, 'm').test(page);
    });
    expect(unexplained.map(({ path }) => path)).toEqual([]);
    for (const { path } of fields.filter(({ path: known }) => known.startsWith('bodies.')))
      expect(page).toContain(`\`${path}\``);
    const points = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
    expect(points).toEqual(Array.from({ length: 39 }, (_, index) => index + 1));
  });
});
