import { execFileSync } from 'node:child_process';

/**
 * Signs a file for Windows where COUNTERFOIL_SIGN names a command for that: it is given the file, as the installer's
 * script gives it the uninstaller and the installer. What is not signed installs too, with Windows' warning.
 */
export function signForWindows(file: string): void {
  const command = process.env['COUNTERFOIL_SIGN'] ?? '';
  if (command !== '') execFileSync(command, [file], { stdio: ['ignore', 2, 2] });
}
