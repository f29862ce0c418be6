import { mkdirSync, existsSync, readFileSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Durability } from '../state/database.ts';
import { openState, type ServiceState } from '../state/service-state.ts';
import { createApiServer } from '../wire/api-server.ts';
import { parseProfile, practiceProfile, type Profile } from '../wire/profile.ts';
import { Recordings } from '../wire/recordings.ts';
import { err, ok, type Result } from '../wire/result.ts';
import { ServiceKeys } from '../wire/service-keys.ts';
import { Clock } from './clock.ts';
import { createControlServer } from './control-server.ts';
import { createControls, type Controls } from './controls.ts';
import { profileFile, writeProfile } from './deployment-files.ts';
import { EarlyResends } from './early-resends.ts';
import { Faults } from './faults/faults.ts';
import { ListeningPort, portOf } from './listening-port.ts';
import { routesOf, type Api } from './serve-call.ts';
import { Unseen } from './unseen.ts';
import { Waiting, type Wait } from './waiting.ts';
import { newControlToken } from './who-steers.ts';

export interface ServiceOptions {
  readonly dir: string;
  readonly port: number;
  readonly controlPort: number;
  readonly deploymentFile: string | undefined;
  readonly activation: 'automatic' | 'manual';
  readonly nativeBinding: string | undefined;
  /** A service inside a proof may live in a time of its own: what its clock shows, and what it means to wait. */
  readonly nowMs?: () => number;
  readonly wait?: Wait;
  /** The same seed draws the same ids, codes and keys again. */
  readonly seed?: string;
  /** `off` survives the end of the process, not of the computer. */
  readonly durability?: Durability;
  /** At least so many cards in the catalogue; as many as the folder had before where nothing is said. */
  readonly cards?: number;
  /** One order in so many comes with a change of a wallet that nobody tells of; none where nothing is said. */
  readonly unseenOneIn?: number;
}

/** Where the running service is found, and what a client needs to use it. */
export interface ServiceAddress {
  readonly pid: number;
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** What every request to `controlUrl` carries: `Authorization: Bearer TOKEN`. Another one at each start. */
  readonly controlToken: string;
  readonly deploymentFile: string;
  readonly invitationId: string;
  readonly enrollmentTokenFile: string;
  readonly walletIds: readonly string[];
}

export interface RunningService {
  readonly address: ServiceAddress;
  /** What the control port does, for whoever runs the service in its own process. */
  readonly controls: Controls;
  /** Takes a connection that did not come through the port, for a client in the same process. */
  connect(connection: Duplex): void;
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';

/**
 * Starts the whole service on a data folder: the same folder is the same service again. The error is a sentence for
 * people.
 */
export async function startService(options: ServiceOptions): Promise<Result<RunningService, string>> {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  const profile = loadProfile(options);
  if (!profile.ok) return profile;
  const clock = new Clock(options.nowMs);
  const opened = openFolder(options, clock);
  return opened.ok ? ok(await runService(options, profile.value, opened.value, clock)) : opened;
}

async function runService(
  options: ServiceOptions,
  profile: Profile,
  state: ServiceState,
  clock: Clock,
): Promise<RunningService> {
  const waiting = new Waiting(options.wait);
  const unseen = new Unseen(state, clock, options.unseenOneIn ?? null);
  const shared = { state, clock, faults: new Faults(), earlyResends: new EarlyResends(), unseen };
  const pathPrefix = new URL(profile.baseUrl).pathname.replace(/\/$/, '');
  const publish = () =>
    writeProfile(
      options.dir,
      {
        ...profile,
        baseUrl,
        logoHosts: [new URL(baseUrl).host],
        serviceKeys: serviceKeys.profileKeys(profile.serviceKeys, baseUrl),
      },
      serviceKeys.current,
    );
  const serviceKeys = new ServiceKeys(state.settings, state.randomness, publish);
  const api: Api = {
    ...shared,
    profile,
    pathPrefix,
    serviceKeys,
    waiting,
    recordings: new Recordings(),
    listeningPort: () => listeningPort,
  };
  const app = createApiServer(api, routesOf(api));
  const listeningPort = new ListeningPort(app.server, waiting);
  const controls = createControls({ ...shared, serviceKeys, listeningPort, waiting });
  const controlToken = newControlToken(options.dir);
  const control = createControlServer(controls, controlToken);
  const baseUrl = (await listen(app, options.port)) + pathPrefix;
  const controlUrl = await listen(control, options.controlPort);
  publish();
  const walletIds = state.wallets.list().map(({ id }) => id);
  const deploymentFile = profileFile(options.dir);
  const address = {
    pid: process.pid,
    baseUrl,
    controlUrl,
    controlToken,
    deploymentFile,
    ...state.invitations.first(clock.nowMs()),
    walletIds,
  };
  const stop = async () => {
    waiting.stop();
    await listeningPort.settled();
    await Promise.all([app.close(), control.close()]);
    state.close();
  };
  return { address, controls, connect: (connection) => void app.server.emit('connection', connection), stop };
}

function openFolder(
  { dir, nativeBinding, activation, seed, durability, cards }: ServiceOptions,
  clock: Clock,
): Result<ServiceState, string> {
  const choices = {
    ...(seed === undefined ? {} : { seed }),
    ...(durability === undefined ? {} : { durability }),
    ...(cards === undefined ? {} : { cards }),
  };
  try {
    return ok(
      openState({
        dir,
        nativeBinding,
        activatesByItself: activation === 'automatic',
        nowMs: clock.nowMs(),
        ...choices,
      }),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')
      return err(`another service runs on ${dir}`);
    throw error;
  }
}

/** The profile given, else the one this folder ran under before, else the default. */
function loadProfile({ dir, deploymentFile }: ServiceOptions): Result<Profile, string> {
  const earlier = profileFile(dir);
  const file = deploymentFile ?? (existsSync(earlier) ? earlier : undefined);
  if (file === undefined) return ok(practiceProfile());
  try {
    return parseProfile(readFileSync(file, 'utf8'));
  } catch {
    return err(`cannot read the deployment profile ${file}`);
  }
}

async function listen(app: FastifyInstance, port: number): Promise<string> {
  await app.listen({ host: loopback, port });
  return `http://${loopback}:${portOf(app.server.address())}`;
}
