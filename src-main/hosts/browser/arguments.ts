import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../core/result.ts';

export interface BrowserHostArguments {
  /** 0 lets the system choose. */
  readonly port: number;
  /** Why the counter runs in a browser, for the person to read. */
  readonly reason: string | null;
  /** Where training keeps its data; a folder that goes at exit where it is null. */
  readonly data: string | null;
  readonly openIfDisplay: boolean;
}

export const usage = 'Usage: browser-host [--port N] [--reason TEXT] [--data DIR] [--open-if-display]';

export function parseArguments(args: readonly string[]): Result<BrowserHostArguments, string> {
  const options = {
    port: { type: 'string' },
    reason: { type: 'string' },
    data: { type: 'string' },
    'open-if-display': { type: 'boolean' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    const port = values.port ?? '0';
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return err('--port must be a number from 0 to 65535.');
    return ok({
      port: Number(port),
      reason: values.reason ?? null,
      data: values.data ?? null,
      openIfDisplay: values['open-if-display'] ?? false,
    });
  } catch {
    return err(usage);
  }
}

/** A browser is opened only for somebody who sees it, and never as root or on a build machine. */
export function hasDisplay(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  userId: number | undefined,
): boolean {
  if (userId === 0 || (env['CI'] ?? '') !== '') return false;
  return platform !== 'linux' || (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
}
