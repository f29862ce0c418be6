import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Big } from 'big.js';
import { knownId, type CardId, type WalletId } from '../../../src-main/core/ids.ts';
import { parseAmount } from '../../../src-main/core/money.ts';
import type { Sealer } from '../../../src-main/core/ports.ts';
import type { NewSale } from '../../../src-main/orders/machine/new-sale.ts';
import { memorySealer } from '../../../src-main/vault/memory-sealer.ts';
import { startService, type RunningService, type ServiceOptions } from '../../../src-sandbox/control/service.ts';
import { allScopes } from '../../../src-sandbox/state/settings.ts';
import { freePort } from '../../support/free-port.ts';
import { Machine } from './machine.ts';
import { drawsOf } from './random.ts';
import { Timeline } from './timeline.ts';

/**
 * `bound`: answers cover what is unique to their request. `unbound`: they only name method and path, as a lax
 * deployment would have it.
 */
export const deployments = ['bound', 'unbound'] as const;
export type Deployment = (typeof deployments)[number];

export type Goods = Pick<NewSale, 'walletId' | 'cardId' | 'expectedUnitPrice'>;

/** The folders of the two counters that sell from the same wallets. */
export const tillNames = ['counter', 'neighbour'] as const;

/** Two enrolled counters and their service as they were before anything was bought: every run begins with a copy. */
export interface Premises {
  readonly folder: string;
  readonly port: number;
  readonly sealer: Sealer;
  readonly goods: readonly Goods[];
  readonly secrets: readonly string[];
}

/** In the afternoon before the night in which summer time ends in Europe. */
export const openedAtMs = Date.UTC(2026, 9, 24, 14);
/** Cards cheap enough that no wallet is empty before its day is over. */
const dearest = 20;
const cardsOfAWallet = 3;

const profileDocument = (deployment: Deployment): object => ({
  version: 1,
  name: 'Chaos',
  baseUrl: 'http://127.0.0.1:4010',
  serviceKeys: { url: '/v1/keys', pins: [] },
  safeResendHours: 87_600,
  fence: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 },
  ...(deployment === 'bound' ? {} : { answer: { binding: ['@method', '@authority', '@path', '@query'] } }),
});

export async function preparePremises(root: string, deployment: Deployment): Promise<Premises> {
  const folder = join(root, deployment);
  const draws = drawsOf(1, deployment);
  const timeline = new Timeline(openedAtMs - 3_600_000);
  mkdirSync(folder, { recursive: true });
  const deploymentFile = join(folder, 'given.json');
  writeFileSync(deploymentFile, JSON.stringify(profileDocument(deployment)));
  const service = await openService(timeline, {
    dir: join(folder, 'service'),
    port: await freePort(),
    deploymentFile,
    seed: `premises ${deployment}`,
  });
  const sealer = memorySealer(draws);
  const goods: Goods[] = [];
  const secrets: string[] = [];
  for (const name of tillNames) {
    const { invitationId, enrollmentTokenFile } = name === 'counter' ? service.address : service.controls.invite();
    const machine = new Machine({
      timeline,
      directory: join(folder, name),
      draws,
      sealer,
      connect: (connection) => service.connect(connection),
      deploymentFile: service.address.deploymentFile,
    });
    await machine.start();
    const token = readFileSync(enrollmentTokenFile, 'utf8').trim();
    await enrol(timeline, machine, invitationId, token);
    // The neighbour sells the same goods, and reads its catalogue where a day has it.
    if (name === 'counter') goods.push(...(await goodsOf(timeline, machine, service.address.walletIds)));
    secrets.push(token);
    await machine.stop();
  }
  await service.stop();
  return { folder, port: Number(new URL(service.address.baseUrl).port), sealer, goods, secrets };
}

async function enrol(timeline: Timeline, machine: Machine, invitationId: string, token: string): Promise<void> {
  const { enrolment } = machine.running;
  const begun = await timeline.during(enrolment.begin({ invitationId, token }));
  if (!begun.ok) throw new Error(`the enrolment was refused: ${begun.error.code}`);
  const active = await timeline.during(enrolment.waitUntilActive(60_000));
  if (!active.ok || active.value.state !== 'active') throw new Error('the key was not activated');
}

async function goodsOf(timeline: Timeline, machine: Machine, walletIds: readonly string[]): Promise<readonly Goods[]> {
  const goods: Goods[] = [];
  for (const walletId of walletIds.map((id) => knownId<WalletId>(id))) {
    const catalogue = await timeline.during(machine.running.catalogue.sync(walletId));
    if (!catalogue.ok) throw new Error(`the catalogue could not be read: ${catalogue.error.code}`);
    const sold = catalogue.value.cards.flatMap(({ id, available, unitPrice }): Goods[] => {
      const amount = parseAmount(unitPrice?.amount ?? '');
      if (!available || unitPrice === undefined || amount === null || new Big(amount).gt(dearest)) return [];
      return [{ walletId, cardId: knownId<CardId>(id), expectedUnitPrice: { amount, currency: unitPrice.currency } }];
    });
    goods.push(...sold.slice(0, cardsOfAWallet));
  }
  return goods;
}

/** Begins a run: the premises copied to `folder`, and the service open. */
export async function openCopy(
  premises: Premises,
  folder: string,
  timeline: Timeline,
  seed: number,
): Promise<RunningService> {
  cpSync(premises.folder, folder, { recursive: true });
  return openService(timeline, {
    dir: join(folder, 'service'),
    port: premises.port,
    deploymentFile: undefined,
    seed: `run ${String(seed)}`,
  });
}

/** Ends every fault of the service and undoes what faults changed. */
export function putServiceRight(service: RunningService, { fillWallets }: { readonly fillWallets: boolean }): void {
  const { controls, address } = service;
  controls.clearFaults();
  putStaffRight(service);
  controls.scopes({ scopes: allScopes });
  controls.keys({ suspended: false });
  controls.prices({ all: true, factor: '1' });
  for (const walletId of address.walletIds)
    controls.wallets({ walletId, status: 'enabled', ...(fillWallets ? { balance: '5000.000' } : {}) });
  controls.clock({ offsetSeconds: 0 });
}

/** The service's support undoes what it switched off and limited. */
export function putStaffRight({ controls, address }: RunningService): void {
  controls.staff({ accountActive: true, bindingAuthorized: true, requests: null, orders: null });
  for (const walletId of address.walletIds)
    controls.wallets({ walletId, granted: true, dailyLimit: null, allowance: null });
}

async function openService(
  timeline: Timeline,
  options: Pick<ServiceOptions, 'dir' | 'port' | 'deploymentFile'> & { readonly seed: string },
): Promise<RunningService> {
  const started = await startService({
    ...options,
    controlPort: 0,
    activation: 'automatic',
    nativeBinding: undefined,
    durability: 'off',
    nowMs: () => timeline.nowMs,
    wait: (ms) => timeline.sleep(ms),
  });
  if (!started.ok) throw new Error(started.error);
  return started.value;
}
