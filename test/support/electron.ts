import { findElectron } from '../../scripts/lib/electron.ts';

/**
 * How to start Electron in a test, or undefined where there is none or no display for it: such tests are skipped and
 * counted. Root gets `--no-sandbox` here and nowhere else; the product never adds it.
 */
export function electronForTests(): { readonly executablePath: string; readonly args: readonly string[] } | undefined {
  const executablePath = findElectron();
  if (executablePath === undefined) return undefined;
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return undefined;
  return { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
}
