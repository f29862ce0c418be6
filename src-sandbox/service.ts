import { mkdirSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Clock } from './control/clock.ts';
import { createControlServer } from './control/control-server.ts';
import { Faults } from './control/faults.ts';
import { err, ok, type Result } from './result.ts';
import { openState, type ServiceState } from './state/service-state.ts';
import { createApiServer } from './wire/api-server.ts';
import { defaultProfile, parseProfile, type Profile } from './wire/profile.ts';
import { publishedServiceKeys, serviceSigningKey } from './wire/service-keys.ts';

export interface ServiceOptions {
  readonly dir: string;
  readonly port: number;
  readonly controlPort: number;
  readonly deploymentFile: string | undefined;
  readonly activation: 'automatic' | 'manual';
  readonly nativeBinding: string | undefined;
}

/** Where the running service is found, and what a client needs to use it. */
export interface ServiceAddress {
  readonly pid: number;
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly deploymentFile: string;
  readonly invitationId: string;
  readonly enrollmentTokenFile: string;
  readonly walletIds: readonly string[];
}

export interface RunningService {
  readonly address: ServiceAddress;
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';

/** Starts the whole service on a data folder: the same folder is the same service again. The error is a sentence for people. */
export async function startService(options: ServiceOptions): Promise<Result<RunningService, string>> {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  const profile = loadProfile(options);
  if (!profile.ok) return profile;
  const clock = new Clock();
  const faults = new Faults();
  const opened = openFolder(options, clock);
  if (!opened.ok) return opened;
  const state = opened.value;
  const signingKey = serviceSigningKey(state.settings.get('serviceKeyPem'));
  const pathPrefix = new URL(profile.value.baseUrl).pathname.replace(/\/$/, '');
  const api = createApiServer({ profile: profile.value, pathPrefix, state, faults, clock, signingKey });
  const control = createControlServer({ state, faults, clock });
  const baseUrl = (await listen(api, options.port)) + pathPrefix;
  const controlUrl = await listen(control, options.controlPort);
  const serviceKeys = publishedServiceKeys(profile.value.serviceKeys, signingKey);
  const deploymentFile = writeProfile(options.dir, { ...profile.value, baseUrl, serviceKeys });
  const walletIds = state.wallets.list().map(({ id }) => id);
  const address = { pid: process.pid, baseUrl, controlUrl, deploymentFile, ...state.invitations.first(clock.nowMs()), walletIds };
  const stop = async () => {
    await Promise.all([api.close(), control.close()]);
    state.close();
  };
  return ok({ address, stop });
}

function openFolder({ dir, nativeBinding, activation }: ServiceOptions, clock: Clock): Result<ServiceState, string> {
  try {
    return ok(openState({ dir, nativeBinding, activatesByItself: activation === 'automatic', nowMs: clock.nowMs() }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return err(`another service runs on ${dir}`);
    throw error;
  }
}

/** The profile given, else the one this folder ran under before, else the default. */
function loadProfile({ dir, deploymentFile }: ServiceOptions): Result<Profile, string> {
  const earlier = profileFile(dir);
  const file = deploymentFile ?? (existsSync(earlier) ? earlier : undefined);
  if (file === undefined) return ok(defaultProfile());
  try {
    return parseProfile(readFileSync(file, 'utf8'));
  } catch {
    return err(`cannot read the deployment profile ${file}`);
  }
}

function writeProfile(dir: string, profile: Profile): string {
  writeFileSync(profileFile(dir), `${JSON.stringify(profile, null, 2)}\n`);
  return profileFile(dir);
}

function profileFile(dir: string): string {
  return join(dir, 'deployment.json');
}

async function listen(app: FastifyInstance, port: number): Promise<string> {
  await app.listen({ host: loopback, port });
  const address: AddressInfo | string | null = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return `http://${loopback}:${address.port}`;
}
