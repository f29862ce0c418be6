import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canariesBelow, canariesIn, formsOf, type Canaries } from '../support/canaries.ts';
import { testPassphrase, type CounterRun } from '../support/counter.ts';
import { orderSchema, shownCodes, valueOf } from '../support/outcome.ts';
import { codesIssued, enrolmentSecrets, keySecrets } from '../support/planted-secrets.ts';
import { openShop, type Shop } from '../support/shop.ts';

const crashes = [
  'attempt-recorded',
  'request-written',
  'answer-received',
  'answer-sealed',
  'verdict-recorded',
  'codes-sealed',
  'delivery-recorded',
  'handed-over',
];

let shop: Shop;
let canaries: Canaries;
/** What a person asked to see, and may therefore hold codes, apart from all else that was said. */
const revealing: string[] = [];
const said: string[] = [];

beforeAll(async () => {
  shop = await openShop({}, keep);
  for (const step of crashes) await crashAt(step);
  await reads();
  await shop.sandbox.stop();
  canaries = new Map([
    ...codesIssued(shop.folder),
    ...enrolmentSecrets(shop.folder),
    ...(await keySecrets(shop.data)),
    ['passphrase', Buffer.from(testPassphrase)],
  ]);
});
afterAll(() => shop.close());

it('has canaries of every kind to look for', () => {
  const kinds = [...canaries.keys()].map((name) => name.split(' ', 1).join());
  expect([...new Set(kinds)].sort()).toEqual(['challenge', 'key', 'passphrase', 'serialNumber', 'token', 'voucher']);
  expect(kinds.filter((kind) => kind === 'voucher').length).toBeGreaterThanOrEqual(crashes.length);
});

it('says no secret on stdout or stderr where nobody asked for a reveal', () => {
  expect(said.length).toBeGreaterThan(20);
  expect(canariesIn(Buffer.from(said.join('\n')), canaries)).toEqual([]);
});

it('says codes only, and no other secret, where somebody did', () => {
  const found = canariesIn(Buffer.from(revealing.join('\n')), canaries).map((name) => name.split(' ', 1).join());
  expect([...new Set(found)].sort()).toEqual(['serialNumber', 'voucher']);
});

it('leaves no secret in any file of the data folder', () => {
  expect(canariesBelow(shop.data, canaries)).toEqual([]);
});

it('leaves none there right after a crash, in the write-ahead log either', async () => {
  const operationId = randomUUID();
  await shop.sandbox.restart();
  const killed = await shop.counter(shop.buy(operationId, 3, '--reveal'), {
    env: { COUNTERFOIL_CRASH_AT: 'delivery-recorded' },
  });
  expect(killed.signal).toBe('SIGKILL');
  await shop.sandbox.stop();
  expect(canariesBelow(shop.data, new Map([...canaries, ...codesIssued(shop.folder)]))).toEqual([]);
});

it('would find a canary in every form, wherever it stood', () => {
  const planted = join(shop.folder, 'planted');
  mkdirSync(planted);
  const [name = '', secret = new Uint8Array()] = [...codesIssued(shop.folder)][0] ?? [];
  formsOf(secret).forEach((form, index) =>
    writeFileSync(join(planted, `file-${index}`), Buffer.concat([Buffer.from('before '), form, Buffer.from(' after')])),
  );
  writeFileSync(
    join(planted, 'within'),
    Buffer.from(JSON.stringify({ soldCards: [{ voucher: Buffer.from(secret).toString() }] })).toString('base64'),
  );
  expect(canariesBelow(planted, new Map([[name, secret]])).length).toBe(formsOf(secret).length + 1);
});

function keep(args: readonly string[], { stdout, stderr }: CounterRun): void {
  const asked = args.includes('--reveal') || args[0] === 'reveal';
  (asked ? revealing : said).push(stdout);
  said.push(stderr);
}

async function crashAt(step: string): Promise<void> {
  const operationId = randomUUID();
  if (step.startsWith('codes-'))
    await shop.sandbox.fault({ name: 'drop-after-commit', operation: 'createPartnerOrder' });
  const killed = await shop.counter(shop.buy(operationId, 1, '--reveal'), { env: { COUNTERFOIL_CRASH_AT: step } });
  expect(killed.signal).toBe('SIGKILL');
  const resumed = valueOf(await shop.counter(['resume', operationId]), orderSchema);
  expect(shownCodes(resumed)).toBe(0);
  expect(shownCodes(valueOf(await shop.counter(['resume', operationId, '--reveal']), orderSchema))).toBe(1);
}

/** Everything else that speaks, with bad answers and bad input among it. */
async function reads(): Promise<void> {
  const { walletId, sandbox } = shop;
  const token = readFileSync(sandbox.line.enrollmentTokenFile, 'utf8').trim();
  await sandbox.fault({ name: 'unsigned', operation: 'revealPartnerInvoiceCards' });
  const { invoiceId } = valueOf(await shop.counter(shop.buy(randomUUID(), 2)), orderSchema);
  for (const args of [
    ['reveal', walletId, '--invoice', invoiceId ?? ''],
    ['reveal', walletId, '--invoice', invoiceId ?? ''],
    ['wallets'],
    ['owned', walletId, '--all'],
    ['orders', '--all'],
    ['journal', 'events', '--all'],
    ['journal', 'verify'],
    ['diagnose'],
    ['enrol', 'status'],
    ['export-key', '--public'],
    ['enrol', '--invitation', token, '--token-file', sandbox.line.enrollmentTokenFile],
    ['enrol', '--invitation', sandbox.line.invitationId, '--token-file', token],
  ])
    await shop.counter(args);
  await shop.counter(['wallets'], { passphrase: 'another passphrase' });
}
