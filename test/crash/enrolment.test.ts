import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { runCounter, type CounterRun } from '../support/counter.ts';
import { failureOf, valueOf } from '../support/outcome.ts';
import { Sandbox } from '../support/sandbox.ts';
import { makeTempFolder } from '../support/temp.ts';

const rounds = 10;
const invitationSchema = z.object({ invitationId: z.string(), enrollmentTokenFile: z.string() });
const activeSchema = z.object({ state: z.literal('active'), ownThumbprint: z.string(), serviceThumbprint: z.string() });
const publicSchema = z.object({ thumbprint: z.string() });
const eventsSchema = z.object({
  items: z.array(z.object({ kind: z.string(), body: z.object({ step: z.string().optional() }) })),
});

const folder = makeTempFolder();
let sandbox: Sandbox;
let wholeRunMs = 0;
beforeAll(async () => {
  sandbox = await Sandbox.start({ data: join(folder.path, 'sandbox') });
  const whole = await begin('whole');
  valueOf(await whole.enrol(), activeSchema);
  wholeRunMs = whole.tookMs();
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

it(`completes an enrolment with the same key, whenever it was killed (${rounds} moments)`, async () => {
  const keysBeforeKill: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const key = await killedAfter(round, ((round + Math.random()) / rounds) * wholeRunMs);
    if (key !== null) keysBeforeKill.push(key);
  }
  // Where no key had been made before any kill, none was seen to be kept: a machine that is busier by now is given
  // longer.
  for (let longer = 1; keysBeforeKill.length === 0; longer += 1) {
    const key = await killedAfter(rounds + longer, (1 + longer / 2) * wholeRunMs);
    if (key !== null) keysBeforeKill.push(key);
  }
});

it('says that staff must restart the enrolment where the answer with its challenge was lost', async () => {
  const counter = await begin('challenge-lost');
  await sandbox.fault({ name: 'drop-after-commit', operation: 'submitPartnerEnrollmentKey' });
  await counter.enrol();
  expectsRestart(await counter.enrol());
});

function expectsRestart(run: CounterRun): void {
  expect(failureOf(run, 4).code).toBe('key_duplicate');
  expect(run.json).toMatchObject({ value: { waitsFor: 'restart' } });
}

/** The thumbprint of the key that existed when the kill struck, or null. */
async function killedAfter(round: number, killAfterMs: number): Promise<string | null> {
  const counter = await begin(`round-${round}`);
  await counter.enrol({ killAfterMs });
  const exported = await counter.run('export-key', '--public');
  const key = exported.exitCode === 0 ? valueOf(exported, publicSchema).thumbprint : null;
  const submissionLost = await wasSubmissionOpen(counter);
  const again = await counter.enrol();
  // An invitation takes one key, and its challenge comes once: where that answer is gone, staff must restart the
  // enrolment.
  if (submissionLost && again.exitCode === 4) {
    expectsRestart(again);
    return key;
  }
  const { ownThumbprint, serviceThumbprint } = valueOf(again, activeSchema);
  expect(serviceThumbprint, `killed after ${killAfterMs} ms`).toBe(ownThumbprint);
  if (key !== null) expect(ownThumbprint, `killed after ${killAfterMs} ms`).toBe(key);
  valueOf(await counter.run('wallets'), z.object({ items: z.array(z.unknown()).min(1) }));
  valueOf(await counter.run('journal', 'verify'), z.object({ rows: z.int() }));
  return key;
}

interface Beginner {
  run(...args: readonly string[]): Promise<CounterRun>;
  enrol(options?: { readonly killAfterMs?: number }): Promise<CounterRun>;
  tookMs(): number;
}

/** A new counter with an invitation of its own. */
async function begin(name: string): Promise<Beginner> {
  const { invitationId, enrollmentTokenFile } = invitationSchema.parse(await sandbox.invite());
  const data = join(folder.path, name);
  mkdirSync(data);
  let tookMs = 0;
  const run = (args: readonly string[], options = {}) =>
    runCounter([...args, '--json'], { data, deployment: sandbox.line.deploymentFile, ...options });
  return {
    run: (...args) => run(args),
    enrol: async (options) => {
      const ran = await run(['enrol', '--invitation', invitationId, '--token-file', enrollmentTokenFile], options);
      tookMs = ran.tookMs;
      return ran;
    },
    tookMs: () => tookMs,
  };
}

async function wasSubmissionOpen(counter: Beginner): Promise<boolean> {
  const listed = await counter.run('journal', 'events', '--all');
  // Killed before there was a journal.
  if (listed.exitCode === 2) return false;
  const last = valueOf(listed, eventsSchema).items.findLast(({ kind }) => kind.startsWith('enrolment-'));
  return last?.kind === 'enrolment-attempt-started' && last.body.step === 'submit';
}
