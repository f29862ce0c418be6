import type { Release, Root } from '../../src-main/updates/documents.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What a holder of a key reads before signing. */
export function summaryOf(document: Root | Release): string {
  return (document.kind === 'root' ? rootLines(document) : releaseLines(document)).join('\n');
}

/** A time, and how many whole days are left until then. */
export function until(time: string): string {
  const days = Math.floor((Date.parse(time) - Date.now()) / dayMs);
  return `until ${time}, ${String(days)} ${days === 1 ? 'day' : 'days'} from now`;
}

function rootLines({ version, expiresAt, rootKeys, releaseKeys }: Root): readonly string[] {
  return [
    `root ${String(version)}, ${until(expiresAt)}; in the feed it is root-${String(version)}.json`,
    ...rootKeys.map((key) => `  root key ${key}`),
    ...releaseKeys.map((key) => `  release key ${key}`),
  ];
}

function releaseLines({ number, version, expiresAt, targets }: Release): readonly string[] {
  return [
    `version ${version}, release ${String(number)}, ${until(expiresAt)}`,
    ...Object.entries(targets).map(
      ([target, { file, bytes, sha256, from }]) =>
        `  ${target}: ${file}, ${String(bytes)} bytes, sha256 ${sha256}, for ${from} and newer`,
    ),
  ];
}
