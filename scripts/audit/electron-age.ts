import { isRecord } from './advisories.ts';

/** How old the pinned Electron is, and whether its makers still mend it. */
export interface ElectronAge {
  readonly version: string;
  readonly days: number;
  /** The newest major that was released, and the newest version of the pinned major. */
  readonly newestMajor: number;
  readonly newestOfMajor: string;
  readonly isSupported: boolean;
}

/** Electron's makers mend the three latest majors (electronjs.org/docs/latest/tutorial/electron-timelines). */
const supportedMajors = 3;
const dayMs = 86_400_000;

/** By what `npm view electron time --json` prints; null where that does not name the pinned version. */
export function electronAge(printed: unknown, version: string, nowMs: number): ElectronAge | null {
  const times = isRecord(printed) ? printed : {};
  const releasedAt = times[version];
  if (typeof releasedAt !== 'string' || !Number.isFinite(Date.parse(releasedAt))) return null;
  const released = Object.keys(times).flatMap((name) => {
    const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(name);
    return numbers === null ? [] : [{ name, numbers: numbers.slice(1).map(Number) }];
  });
  const ordered = released.toSorted((one, other) => compare(one.numbers, other.numbers));
  const major = majorOf(version);
  const newestMajor = majorOf(ordered.at(-1)?.name ?? version);
  return {
    version,
    days: Math.floor((nowMs - Date.parse(releasedAt)) / dayMs),
    newestMajor,
    newestOfMajor: ordered.filter(({ name }) => majorOf(name) === major).at(-1)?.name ?? version,
    isSupported: major > newestMajor - supportedMajors,
  };
}

function majorOf(version: string): number {
  return Number(version.split('.')[0]);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
