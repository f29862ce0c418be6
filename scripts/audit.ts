import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advisoryFinding, dependencyFinding, electronFinding, licenceFinding } from './audit/findings.ts';
import { askNpm } from './audit/npm.ts';
import { exitCodeOf, reportOf } from './audit/report.ts';
import { projectRoot } from './lib/tools.ts';
import { lockedAt, readLockFile, runningPackages, type LockFile } from './package/lock-file.ts';

/** What is known of the packages that the counter is made of; its exit codes stand in docs/release.md. */
async function audit(): Promise<void> {
  const lock = readLockFile();
  const manifest = readJson('package.json') as { readonly dependencies: Readonly<Record<string, string>> };
  const dependencies = Object.keys(manifest.dependencies);
  const [advisories, times] = await Promise.all([askNpm(['audit']), askNpm(['view', 'electron', 'time'])]);
  const findings = [
    advisoryFinding(advisories),
    electronFinding(times, lockedAt(lock, 'node_modules/electron').version, Date.now()),
    licenceFinding([...lock.values()], handedOn(lock, dependencies)),
    dependencyFinding(dependencies),
  ];
  process.stdout.write(reportOf(findings));
  process.exitCode = exitCodeOf(findings);
}

/** What runs beside the bundles of a package for a shop, and what was bundled into them. */
function handedOn(lock: LockFile, dependencies: readonly string[]): ReadonlySet<string> {
  const bundled = ['main', 'preload', 'renderer', 'sandbox', 'counter'].flatMap(
    (name) => readJson(`out/packaged/packages/${name}.json`) as readonly string[],
  );
  return new Set([...runningPackages(lock, dependencies).map(({ key }) => key), ...bundled]);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
}

await audit();
