import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { orderSchema, valueOf } from '../support/outcome.ts';
import { projectRoot } from '../support/project.ts';
import { openShop } from '../support/shop.ts';
import { makeTempFolder } from '../support/temp.ts';
import { isOurOwn } from './service.ts';

const page = readFileSync(join(projectRoot, 'docs', 'deployment-profile.md'), 'utf8');
const worked = [...page.matchAll(/```json worked\n([\s\S]*?)```/g)].map(([, text = '']) => text);
const folder = makeTempFolder();

afterAll(() => folder.remove());

describe.skipIf(!isOurOwn)('the worked profiles of the documentation', () => {
  it('are two, each with both sides', () => {
    const both = z.object({ request: z.object({ components: z.object({}) }), answer: z.object({}) });
    expect(worked.map((text) => both.safeParse(JSON.parse(text)).success)).toEqual([true, true]);
  });

  it.each(worked.map((text) => [z.object({ name: z.string() }).parse(JSON.parse(text)).name, text] as const))(
    'enrol, buy and reveal: %s',
    async (name, text) => {
      const deployment = join(folder.path, `${name}.json`);
      writeFileSync(deployment, text);
      const shop = await openShop({ deployment });
      try {
        const operationId = randomUUID();
        const order = valueOf(await shop.counter([...shop.buy(operationId, 2), '--reveal']), orderSchema);
        expect(order.state).toBe('completed');
        const again = await shop.counter(['resume', operationId, '--reveal']);
        expect(again.exitCode).toBe(0);
        expect(valueOf(await shop.counter(['diagnose']), z.object({}))).toBeDefined();
      } finally {
        await shop.close();
      }
    },
  );
});
