import type { LockedPackage } from '../package/lock-file.ts';
import { advisoriesIn } from './advisories.ts';
import { electronAge } from './electron-age.ts';
import { unfitLicences } from './licences.ts';
import type { Finding } from './report.ts';

/** The packages that a counter loads from outside its bundles (README, "For developers"). */
const running = ['better-sqlite3', 'fastify'];

export function advisoryFinding(printed: unknown): Finding {
  const question = 'Weaknesses that the registry knows of the packages in the lock file';
  const advisories = advisoriesIn(printed);
  if (advisories === null)
    return { question, outcome: 'unasked', says: ['Could not ask the registry. Nothing is known of them.'] };
  const says = advisories.map(({ name, severity, title, address }) => `${name}: ${severity}: ${title} (${address})`);
  return { question, outcome: says.length === 0 ? 'good' : 'bad', says: says.length === 0 ? ['None.'] : says };
}

export function electronFinding(printed: unknown, version: string, nowMs: number): Finding {
  const question = 'The pinned Electron';
  const age = electronAge(printed, version, nowMs);
  if (age === null)
    return { question, outcome: 'unasked', says: [`${version}. Could not ask the registry for its age.`] };
  const { days, newestMajor, newestOfMajor, isSupported } = age;
  return {
    question,
    outcome: isSupported ? 'good' : 'bad',
    says: [
      `${version}, released ${days} days ago. The newest of its major is ${newestOfMajor}.`,
      isSupported
        ? `Its major is one of the three that are mended; the newest is ${newestMajor}.`
        : `Its major is not mended any more: the newest is ${newestMajor}, and three are.`,
    ],
  };
}

/** `handedOn`: the lock file's keys of what a package for a shop holds. */
export function licenceFinding(packages: readonly LockedPackage[], handedOn: ReadonlySet<string>): Finding {
  const question = 'Licences of all packages in the lock file';
  const unfit = unfitLicences(packages, handedOn);
  const says = unfit.length === 0 ? [`${packages.length} packages, each with a licence on the list.`] : unfit;
  return { question, outcome: unfit.length === 0 ? 'good' : 'bad', says };
}

export function dependencyFinding(named: readonly string[]): Finding {
  const question = 'Packages that run beside the bundles';
  const isAsMeant = named.toSorted().join() === running.join();
  return {
    question,
    outcome: isAsMeant ? 'good' : 'bad',
    says: [`${named.join(', ')}${isAsMeant ? '.' : `; expected: ${running.join(', ')}.`}`],
  };
}
