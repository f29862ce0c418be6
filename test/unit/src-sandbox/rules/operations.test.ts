import { expect, it } from 'vitest';
import { operations as called } from '../../../../src-main/partner-api/operations/table.ts';
import { operations as served } from '../../../../src-sandbox/rules/operations.ts';

it('the service serves what the counter calls, and nothing else', () => {
  const calls = Object.entries(called).map(([name, { method, path, kind }]) => [
    name,
    `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}, ${kind}`,
  ]);
  const serves = served.map(({ name, method, path, kind }) => [name, `${method} ${path}, ${kind}`]);
  expect(Object.fromEntries(serves)).toEqual(Object.fromEntries(calls));
});
