import { expect, test } from 'vitest';
import { z } from 'zod';
import { kindsWith } from '../../../../src-main/core/event-kinds.ts';

const event = <K extends string, S extends z.ZodRawShape>(kind: K, body: S) =>
  z.object({ kind: z.literal(kind), body: z.object(body) });
const schemas = [
  event('opened', { by: z.string().exactOptional() }),
  event('found', { what: z.string() }),
  event('closed', { by: z.string(), what: z.string() }),
] as const;

test('kinds are found by a member of their body, whether it may be absent or not', () => {
  expect(kindsWith('by', schemas)).toEqual(['opened', 'closed']);
  expect(kindsWith('what', schemas)).toEqual(['found', 'closed']);
  expect(kindsWith('toString', schemas)).toEqual([]);
});
