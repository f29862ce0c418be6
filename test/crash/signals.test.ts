import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testPassphrase } from '../support/counter.ts';
import { orderSchema, shownCodes, valueOf } from '../support/outcome.ts';
import { bundles } from '../support/project.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { expectOneSale } from './one-sale.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Starts a purchase whose answer the service keeps back, and gives it when the service has sold. */
async function buying(operationId: string): Promise<Running> {
  await shop.sandbox.fault({ name: 'delayed-answer', operation: 'createPartnerOrder', ms: 600_000 });
  const child = spawn(
    process.execPath,
    [
      bundles.counter,
      '--data',
      shop.data,
      '--deployment',
      shop.sandbox.line.deploymentFile,
      ...shop.buy(operationId, 1, '--reveal', '--wait', '60'),
      '--json',
    ],
    {
      env: { ...process.env, COUNTERFOIL_PASSPHRASE: testPassphrase },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [out, error] = [buffer(child.stdout), buffer(child.stderr)];
  const exit = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const ended = exit.then(async (exitCode) => ({
    exitCode,
    stdout: (await out).toString(),
    stderr: (await error).toString(),
  }));
  await expect
    .poll(async () => (await shop.sandbox.sales()).some((sale) => sale.operationId === operationId))
    .toBe(true);
  return { child, ended };
}

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  it('lets the answer come that is under way, and loses no code', async () => {
    const operationId = randomUUID();
    const { child, ended } = await buying(operationId);
    child.kill(signal);
    await new Promise((resolve) => void child.stderr?.once('data', resolve));
    await shop.sandbox.release();
    const { exitCode, stdout, stderr } = await ended;
    expect(stderr).toContain('ending: waiting for what is under way');
    expect([exitCode, stdout.trimEnd().split('\n')]).toEqual([0, [expect.stringContaining('"state":"completed"')]]);
    const order = valueOf(await shop.counter(['resume', operationId, '--reveal']), orderSchema);
    expect(shownCodes(order)).toBe(1);
    await expectOneSale(shop, order);
  });

  it('a second time ends it at once, and says what stays open and how to go on', async () => {
    const operationId = randomUUID();
    const { child, ended } = await buying(operationId);
    child.kill(signal);
    await new Promise((resolve) => void child.stderr?.once('data', resolve));
    child.kill(signal);
    const { exitCode, stdout, stderr } = await ended;
    expect(stderr).toContain(
      `${operationId} is unfinished and may have been bought; continue with: counter resume ${operationId}`,
    );
    expect(exitCode).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      error: { code: 'not_settled', operationId },
      value: { items: [{ operationId, state: 'unknown' }] },
    });
    const order = valueOf(await shop.counter(['resume', operationId, '--reveal']), orderSchema);
    expect(shownCodes(order)).toBe(1);
    await expectOneSale(shop, order);
  });

  it('ends a wait between two attempts at once, and sends nothing more', async () => {
    const operationId = randomUUID();
    const struck = async () =>
      z.object({ struck: z.record(z.string(), z.int()) }).parse(await shop.sandbox.faults()).struck['accept-202'] ?? 0;
    const before = await struck();
    await shop.sandbox.fault({ name: 'accept-202', operation: 'createPartnerOrder', retryAfter: 40 });
    const child = spawn(
      process.execPath,
      [
        bundles.counter,
        '--data',
        shop.data,
        '--deployment',
        shop.sandbox.line.deploymentFile,
        ...shop.buy(operationId, 1, '--wait', '600'),
        '--json',
      ],
      {
        env: { ...process.env, COUNTERFOIL_PASSPHRASE: testPassphrase },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const stdout = buffer(child.stdout);
    await expect.poll(struck).toBe(before + 1);
    child.kill(signal);
    const exitCode = await new Promise<number | null>((resolve) => void child.once('close', resolve));
    expect(exitCode).toBe(4);
    expect(
      z.object({ value: z.object({ state: z.string() }) }).parse(JSON.parse((await stdout).toString())).value.state,
    ).toBe('accepted');
    valueOf(await shop.counter(['resume', operationId, '--now']), orderSchema);
  });
});
