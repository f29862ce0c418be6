import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { runCounter, testPassphrase } from '../../support/counter.ts';
import { valueOf } from '../../support/outcome.ts';
import { projectRoot } from '../../support/project.ts';
import type { Counter } from '../service.ts';

const commands = [
  'enrol',
  'profile',
  'wallets',
  'wallet',
  'categories',
  'subcategories',
  'subcategory',
  'cards',
  'catalogue',
  'buy',
  'orders',
  'order',
  'resume',
  'cancel',
  'owned',
  'reveal',
  'diagnose',
  'journal',
  'export-key',
];

export function shell(counter: Counter): void {
  it('explains every command where it is asked to, or is asked for nothing', async () => {
    const run = await runCounter(['--help'], { data: counter.data });
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    for (const command of commands) expect(run.stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    const without = await runCounter([], { data: counter.data });
    expect([without.exitCode, without.stdout]).toEqual([2, '']);
    expect(without.stderr).toBe(
      `counter: input_invalid (field command)\nSomething entered is not valid.\n\n${run.stdout}`,
    );
  });

  it('shows people tables and sentences, with the same exit codes', async () => {
    const run = await runCounter(['wallets', '--all'], { data: counter.data, deployment: counter.address.deployment });
    expect([run.exitCode, run.stdout.split('\n')[0]?.split(/ +/)[0]]).toEqual([0, 'id']);
    expect(run.stdout).toContain(counter.sale.walletId);
    const failed = await runCounter(['wallet', 'x'], { data: counter.data, deployment: counter.address.deployment });
    expect([failed.exitCode, failed.stdout, failed.stderr]).toEqual([
      2,
      '',
      'counter: input_invalid (field wallet)\nSomething entered is not valid.\n' +
        'usage: counter --data DIR --deployment FILE wallet W\n',
    ]);
  });

  it('takes relative paths from the folder it was called in, through npm too', async () => {
    const folder = counter.fresh('elsewhere', true);
    copyFileSync(counter.address.deployment, join(folder, 'deployment.json'));
    const args = [
      '--silent',
      '--prefix',
      projectRoot,
      'run',
      'counter',
      '--',
      '--data',
      '../counter',
      '--deployment',
      'deployment.json',
      'wallet',
      counter.sale.walletId,
      '--json',
    ];
    const { stdout } = await promisify(execFile)('npm', args, {
      cwd: folder,
      env: { ...process.env, COUNTERFOIL_PASSPHRASE: testPassphrase },
    });
    expect(
      z.object({ ok: z.literal(true), value: z.object({ id: z.string() }) }).parse(JSON.parse(stdout)).value.id,
    ).toBe(counter.sale.walletId);
    expect(stdout.split('\n')).toHaveLength(2);
  });

  it.each(['ar', 'en'])('asks the service for its texts in the language it is told: %s', async (language) => {
    const folder = counter.fresh(`language-${language}`, true);
    const heard = await listenOnce();
    writeFileSync(
      join(folder, 'deployment.json'),
      JSON.stringify({ version: 1, name: 'Ear', baseUrl: heard.url, serviceKeys: { jwks: { keys: [] } } }),
    );
    const run = await counter.run(
      [
        'enrol',
        '--invitation',
        counter.address.invitationId,
        '--token-file',
        counter.address.tokenFile,
        '--language',
        language,
      ],
      { data: folder, deployment: join(folder, 'deployment.json') },
    );
    expect([run.exitCode, await heard.language]).toEqual([7, language]);
  });

  it('shows names to people in their language', async () => {
    const {
      walletId,
      card: { name },
    } = counter.sale;
    if (name?.ar === undefined || name.en === undefined) return;
    for (const [language, text] of [
      ['ar', name.ar],
      ['en', name.en],
    ] as const) {
      const run = await runCounter(['catalogue', walletId, '--search', text, '--language', language], {
        data: counter.data,
        deployment: counter.address.deployment,
      });
      expect(run.stdout).toContain(text);
    }
  });

  it('says one line on stdout whatever happens', async () => {
    for (const args of [['orders'], ['wallets'], ['wallet', 'x'], ['nothing']]) {
      const { stdout, json } = await counter.run(args);
      expect([stdout.endsWith('\n'), stdout.split('\n').length, typeof json]).toEqual([true, 2, 'object']);
    }
    valueOf(await counter.run(['orders']), z.object({ items: z.array(z.unknown()) }));
  });
}

/** A server that hears one request and hangs up. */
async function listenOnce(): Promise<{ readonly url: string; readonly language: Promise<string | undefined> }> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const server = createServer((request) => {
    resolve(request.headers['accept-language']);
    request.socket.destroy();
    server.close();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    language: promise,
  };
}
