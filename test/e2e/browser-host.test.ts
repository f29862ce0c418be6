import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callNames } from '../../src-shared/contract/names.ts';
import { pageMessages } from '../../src-shared/words/page-messages.ts';
import { startChromium } from '../support/chromium.ts';
import { projectRoot } from './electron-runtime.ts';

const addressPattern = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/;
let temporary: string;
let host: ChildProcess | null = null;

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'counterfoil-e2e-'));
});

afterEach(async () => {
  if (host?.exitCode === null && host.signalCode === null) {
    host.kill('SIGTERM');
    await once(host, 'exit');
  }
  await rm(temporary, { recursive: true, force: true });
});

/** Starts the built host with a temporary folder of its own, and waits for the address it prints. */
async function startHost(): Promise<{
  readonly process: ChildProcess;
  readonly address: string;
  readonly printed: string;
}> {
  const env = { ...process.env, TMPDIR: temporary };
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'out/browser-host.mjs'), '--port', '0', '--reason', 'There is no display.'],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  host = child;
  let printed = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    const address = addressPattern.exec(printed)?.[0];
    if (address !== undefined && printed.endsWith('\n')) return { process: child, address, printed };
  }
  throw new Error(`the host printed no address: ${printed}`);
}

async function enter(address: string): Promise<{ readonly origin: string; readonly cookie: string }> {
  const answer = await fetch(address, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  return { origin: new URL(address).origin, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}

async function call(
  { origin, cookie }: { readonly origin: string; readonly cookie: string },
  name: string,
  input: unknown,
): Promise<unknown> {
  const answer = await fetch(`${origin}/call/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin, Cookie: cookie },
    body: JSON.stringify(input),
  });
  return answer.json();
}

const started = z.object({
  ok: z.literal(true),
  value: z.object({
    host: z.literal('browser'),
    mode: z.string(),
    invitation: z.object({ invitationId: z.string() }).optional(),
  }),
});

describe('the training counter in a browser', () => {
  it('says why and where, and serves the screens with the channel before them', async () => {
    const { address, printed } = await startHost();
    expect(printed.split('\n')[0]).toBe('There is no display.');
    const { origin, cookie } = await enter(address);
    const page = await fetch(`${origin}/`, { headers: { Cookie: cookie } });
    const html = await page.text();
    expect(html.indexOf('<script src="/channel.js"></script>')).toBeGreaterThan(-1);
    expect(html.indexOf('<script src="/channel.js"></script>')).toBeLessThan(html.indexOf('<script type="module"'));
    const channel = await fetch(`${origin}/channel.js`, { headers: { Cookie: cookie } });
    expect([channel.status, channel.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  });

  it('gives a browser the bridge of the contract, with notices, and no complaint about its policy', async () => {
    const browser = await startChromium();
    const { address } = await startHost();
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(address);
    await page.waitForSelector('#root > *');
    const seen = await page.evaluate(async () => {
      const counter = window.counter;
      const noticed = new Promise((resolve) => counter?.on('enrolmentChanged', resolve));
      const training = await counter?.app.startTraining({});
      const begun = await counter?.enrolment.begin({ validDays: 365, cidrs: [] });
      const bridge = Object.entries(counter ?? {}).map(([domain, calls]) => [
        domain,
        typeof calls === 'object' ? Object.keys(calls) : typeof calls,
      ]);
      return {
        address: location.href,
        bridge,
        training: training?.ok,
        begun: begun?.ok,
        noticed: typeof (await noticed),
      };
    });
    expect(seen).toEqual({
      address: `${new URL(address).origin}/`,
      training: true,
      begun: true,
      noticed: 'object',
      bridge: [...Object.entries(callNames).map(([domain, names]) => [domain, [...names]]), ['on', 'function']],
    });
    expect(complaints).toEqual([]);
    await browser.close();
  });

  it('goes on in the second tab that is opened, says so in the first, and comes back there when it is told to', async () => {
    const browser = await startChromium();
    const { address } = await startHost();
    const { origin } = new URL(address);
    const context = await browser.newContext({ locale: 'en-GB' });
    const first = await context.newPage();
    await first.goto(address);
    await first.getByRole('button', { name: pageMessages.en['firstRun.training.start'] }).click();
    await first.getByRole('button', { name: pageMessages.en['enrol.submit'] }).waitFor();
    const second = await context.newPage();
    await second.goto(origin);
    await first.getByText(pageMessages.en['taken.title']).waitFor();
    await second.getByRole('button', { name: pageMessages.en['enrol.submit'] }).waitFor();
    expect(await first.evaluate(() => window.counter?.app.leaveTraining({}))).toEqual({
      ok: false,
      error: { code: 'not_allowed', detail: 'taken_over' },
    });
    await first.getByRole('button', { name: pageMessages.en['taken.here'] }).click();
    await second.getByText(pageMessages.en['taken.title']).waitFor();
    await first.getByRole('button', { name: pageMessages.en['enrol.submit'] }).waitFor();
    await browser.close();
  });

  it('starts a training service with an invitation, and takes no other deployment', async () => {
    const { address } = await startHost();
    const session = await enter(address);
    expect(started.parse(await call(session, 'app.start', {})).value.mode).toBe('none');
    expect(await call(session, 'app.useDeployment', { text: '{}' })).toMatchObject({
      ok: false,
      error: { code: 'not_allowed' },
    });
    const training = started.parse(await call(session, 'app.startTraining', {})).value;
    expect(training.mode).toBe('training');
    expect(training.invitation?.invitationId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('leaves nothing behind when it is told to stop: no folder, no service', async () => {
    const { process: child, address } = await startHost();
    const session = await enter(address);
    await call(session, 'app.startTraining', {});
    expect(await readdir(temporary)).not.toEqual([]);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    expect(await readdir(temporary)).toEqual([]);
    expect(await servicesLeft()).toEqual([]);
  });

  it('leaves no service running when it is killed', async () => {
    const { process: child, address } = await startHost();
    await call(await enter(address), 'app.startTraining', {});
    expect(await servicesLeft()).toHaveLength(1);
    child.kill('SIGKILL');
    await expect.poll(servicesLeft).toEqual([]);
  });
});

/** The processes still running on the temporary folder that only this test uses. */
async function servicesLeft(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const running: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(temporary)) running.push(command);
  }
  return running;
}
