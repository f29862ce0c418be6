import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The least that shows a text in a window of the counter's size. */
export function writeBareWindow(folder: string): string {
  const page = join(folder, 'bare.html');
  writeFileSync(page, '<!doctype html><title>bare</title><p>A bare window</p>');
  const program = join(folder, 'bare.mjs');
  const lines = [
    "import { app, BrowserWindow } from 'electron';",
    // Electron is not ready before this module has ended: it waits for nothing.
    'app.whenReady().then(() => {',
    '  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } });',
    `  window.loadFile(${JSON.stringify(page)});`,
    '});',
  ];
  writeFileSync(program, lines.join('\n'));
  return program;
}
