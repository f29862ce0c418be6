import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Soft and hard, in bytes. */
export function coreLimitOf(pid: number): string | undefined {
  return /^Max core file size\s+(\S+\s+\S+)/m
    .exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1]
    ?.replace(/\s+/, ' ');
}

export function processesBelow(parent: number): readonly { readonly pid: number; readonly line: string }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const above = Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
        return [{ pid: Number(name), above, line: readFileSync(`/proc/${name}/cmdline`, 'utf8') }];
      } catch {
        return [];
      }
    });
  const below = (pid: number): readonly (typeof all)[number][] =>
    all.filter(({ above }) => above === pid).flatMap((child) => [child, ...below(child.pid)]);
  return below(parent);
}

/** Those whose program lies below a folder. */
export function processesUnder(folder: string): readonly { readonly pid: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return readlinkSync(`/proc/${name}/exe`).startsWith(`${folder}/`) ? [{ pid: Number(name) }] : [];
      } catch {
        return [];
      }
    });
}
