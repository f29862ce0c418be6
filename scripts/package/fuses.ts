import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { Refusal } from '../lib/say.mjs';
import type { Platform } from './electron-runtime.ts';

type Fuses = Readonly<Record<FuseV1Options, boolean>>;

/** What the runtime must be unable to do, or must do, whatever the environment asks of it. */
function wantedFuses(platform: Platform): Fuses {
  return {
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    // Linux has no such check: there the launcher compares the archive.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: platform !== 'linux',
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    // Electron's own choice, and quicker: faults of WebAssembly are caught by the processor.
    [FuseV1Options.WasmTrapHandlers]: true,
  };
}

/** Sets every fuse that this Electron has, and reads them back. A fuse that nobody here knows of is refused. */
export async function setFuses(program: string, platform: Platform): Promise<Readonly<Record<string, boolean>>> {
  const wanted = wantedFuses(platform);
  const present = fusesIn(await getCurrentFuseWire(program));
  const unknown = present.filter(({ name }) => name === undefined);
  if (unknown.length > 0) throw new Refusal(`This Electron has ${unknown.length} fuses that are not known here.`);
  const states = Object.fromEntries(present.map(({ fuse }) => [fuse, wanted[fuse]]));
  await flipFuses(program, { version: FuseVersion.V1, ...states });
  const now = await readFuses(program);
  const wrong = present.filter(({ fuse, name }) => now[name ?? ''] !== wanted[fuse]);
  if (wrong.length > 0) throw new Refusal(`These fuses were not set: ${wrong.map(({ name }) => name).join(', ')}.`);
  return now;
}

/** The fuses of a program by their names. */
export async function readFuses(program: string): Promise<Readonly<Record<string, boolean>>> {
  const present = fusesIn(await getCurrentFuseWire(program));
  return Object.fromEntries(present.map(({ name = '', state }) => [name, state === FuseState.ENABLE] as const));
}

interface Fuse {
  readonly fuse: FuseV1Options;
  readonly name: string | undefined;
  readonly state: unknown;
}

function fusesIn(wire: Awaited<ReturnType<typeof getCurrentFuseWire>>): readonly Fuse[] {
  return Object.entries(wire)
    .filter(([key]) => /^\d+$/.test(key))
    .map(([key, state]) => ({ fuse: Number(key), name: FuseV1Options[Number(key)], state }));
}
