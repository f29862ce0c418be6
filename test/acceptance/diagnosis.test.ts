import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calculateJwkThumbprint } from '../protocol/thumbprint.ts';
import { runCounter } from '../support/counter.ts';
import { failureOf, orderSchema, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { deploymentSigner, signedFile } from '../support/signed-deployment.ts';
import { isOurOwn } from './service.ts';

const clockSchema = z.object({ clockOffsetMs: z.number() });
const foundSchema = z.object({
  cause: z.string(),
  changes: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
  calls: z.int(),
  written: z.string().nullable(),
});
const publishing = z.object({
  serviceKeys: z.object({ jwks: z.object({ keys: z.array(z.object({ x: z.string(), y: z.string() })) }) }),
});
const fiveHours = 5 * 3600;

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const toPeople = (...args: readonly string[]) =>
  runCounter(args, { data: shop.data, deployment: shop.sandbox.line.deploymentFile });

describe.skipIf(!isOurOwn)('counter diagnose', () => {
  it('lays what was signed beside what the service saw, with what each permission is for', async () => {
    const { stdout } = await toPeople('diagnose');
    for (const line of [
      /^ +What +Signed here +Seen by the service +Agreement$/m,
      /^ +Method +POST +POST +the same$/m,
      /^ +Covered part 1 +1 @method +1 @method +the same$/m,
      /^ +Version of the permissions +1$/m,
    ])
      expect(stdout).toMatch(line);
    expect(stdout).toMatch(/cards:reveal +granted +Show codes again/);
    expect(stdout).toMatch(/^Time: This computer’s clock agrees/m);
  });

  it('says all of that in Arabic too, with nothing in English but names that stand so on the wire', async () => {
    const { stdout } = await toPeople('diagnose', '--language', 'ar');
    expect(stdout).toContain('شراء البطاقات');
    const english = stdout
      .replaceAll(/[@a-z-]*[a-z]+[:-][a-z:-]+|@[a-z-]+|\/v1\/\S+|[0-9a-f-]{36}|\S+Z\b|POST|nonce/g, '')
      .match(/[A-Za-z]{2,}/g);
    expect(english).toBeNull();
  });

  it.each([fiveHours, -fiveHours])(
    'sells with a clock that is off by %s seconds, and says by how much',
    async (seconds) => {
      await shop.sandbox.clock(seconds);
      const sold = await shop.counter(shop.buy(randomUUID(), 1, '--beside-pending'));
      const order = valueOf(sold, orderSchema);
      expect(order.state).toBe('completed');
      expect(sold.stderr).toMatch(
        seconds > 0
          ? /^This computer’s clock is .*hours.* behind the service’s\. You can still sell/m
          : /^This computer’s clock is .*hours.* ahead of the service’s\. You can still sell/m,
      );
      const askedAtMs = performance.now();
      const { clockOffsetMs } = valueOf(await shop.counter(['diagnose']), clockSchema);
      expect(Math.abs(clockOffsetMs - seconds * 1000)).toBeLessThan(performance.now() - askedAtMs + 2_000);
      expect((await toPeople('diagnose')).stdout).toMatch(
        seconds > 0
          ? /^Time: .*(5 hours|4 hours, 59 minutes).* behind the service’s/m
          : /^Time: .*(5 hours|4 hours, 59 minutes).* ahead of the service’s/m,
      );
      await shop.sandbox.clock(0);
    },
  );

  it('finds what is wrong in a deployment file, and writes the right one only where it is told to', async () => {
    const given: unknown = JSON.parse(readFileSync(shop.sandbox.line.deploymentFile, 'utf8'));
    const [wrong, right] = [join(shop.folder, 'wrong.json'), join(shop.folder, 'right.json')];
    writeFileSync(wrong, JSON.stringify({ ...z.looseObject({}).parse(given), request: { encoding: 'der' } }));
    const refused = await shop.counter(['diagnose'], { deployment: wrong });
    expect([failureOf(refused, 3).code, refused.stderr]).toEqual([
      'invalid_credentials',
      expect.stringContaining('diagnose cause'),
    ]);
    const sales = await shop.sandbox.sales();
    const found = valueOf(
      await shop.counter(['diagnose', 'cause', '--write', right], { deployment: wrong }),
      foundSchema,
    );
    expect(found).toMatchObject({
      cause: 'profile',
      changes: [{ path: 'request.encoding', from: 'der', to: 'p1363' }],
      written: right,
    });
    expect(await shop.sandbox.sales()).toEqual(sales);
    expect((await shop.counter(['diagnose'], { deployment: right })).exitCode).toBe(0);
  });

  it('writes a signed deployment file without its signature, and says so', async () => {
    const given: unknown = JSON.parse(readFileSync(shop.sandbox.line.deploymentFile, 'utf8'));
    const [signer, wrong] = [deploymentSigner(), join(shop.folder, 'wrong-signed.json')];
    const right = join(shop.folder, 'right-unsigned.json');
    const text = JSON.stringify({ ...z.looseObject({}).parse(given), request: { encoding: 'der' } });
    writeFileSync(wrong, signedFile(text, signer));
    const run = await shop.counter(['diagnose', 'cause', '--signed-by', signer.thumbprint, '--write', right], {
      deployment: wrong,
    });
    expect(valueOf(run, foundSchema)).toMatchObject({ cause: 'profile', written: right });
    expect(run.stderr).toContain('The file written is not signed.');
    expect(JSON.parse(readFileSync(right, 'utf8'))).toMatchObject({ request: { encoding: 'p1363' } });
    expect((await shop.counter(['diagnose'], { deployment: right })).exitCode).toBe(0);
    const refused = await shop.counter(['diagnose', '--signed-by', signer.thumbprint], { deployment: right });
    expect(failureOf(refused, 2)).toEqual({ code: 'profile_signature_invalid', field: 'signed-by' });
  });

  it('takes the file that the practice service signs, by the key that it publishes', async () => {
    const { serviceKeys } = publishing.parse(JSON.parse(readFileSync(shop.sandbox.line.deploymentFile, 'utf8')));
    const thumbprint = calculateJwkThumbprint(serviceKeys.jwks.keys[0] ?? {});
    const deployment = join(dirname(shop.sandbox.line.deploymentFile), 'deployment.signed.json');
    const run = await shop.counter(['diagnose', '--signed-by', thumbprint], { deployment });
    expect([run.exitCode, run.stderr]).toEqual([0, expect.not.stringContaining('not signed')]);
  });

  it('ends well where it names a cause, also that nobody is there', async () => {
    const given: unknown = JSON.parse(readFileSync(shop.sandbox.line.deploymentFile, 'utf8'));
    const gone = join(shop.folder, 'gone.json');
    // The same address with nobody behind it: the key is of this deployment.
    writeFileSync(gone, JSON.stringify(given));
    await shop.sandbox.stop();
    const found = await shop.counter(['diagnose', 'cause'], { deployment: gone });
    expect([found.exitCode, valueOf(found, foundSchema).cause]).toEqual([0, 'unreachable']);
  });

  it('refuses a file to write to where nothing is looked for', async () => {
    expect(failureOf(await shop.counter(['diagnose', '--write', 'x.json']), 2)).toEqual({
      code: 'input_invalid',
      field: 'write',
    });
    expect(failureOf(await shop.counter(['diagnose', 'nothing']), 2)).toEqual({
      code: 'input_invalid',
      field: 'diagnose',
    });
  });
});
