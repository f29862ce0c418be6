import electron, { app, clipboard, safeStorage } from 'electron';
import type { AppPorts, UpdatePorts } from '../../app/counter/ports.ts';
import { isPackagedBuild } from '../../core/packaged.ts';
import type { Printer } from '../../core/ports.ts';
import { ok } from '../../core/result.ts';
import { memorySealer } from '../../vault/memory-sealer.ts';
import { extraCertificates } from '../environment.ts';
import { createHttpTransport } from '../http-transport.ts';
import { systemClock, systemRandomness } from '../system-ports.ts';
import { clipboardPort, type SystemClipboard } from './clipboard-port.ts';
import type { CounterWindow } from './counter-window.ts';
import { safeStorageSealer } from './safe-storage-sealer.ts';
import { startSandboxUtility } from './sandbox-utility.ts';
import type { WindowBoxes } from './window-boxes.ts';

interface Paths {
  readonly dataDirectory: string;
  readonly sandboxScript: string;
}

export function electronPorts(
  paths: Paths,
  window: Pick<CounterWindow, 'protect' | 'sinceInputMs' | 'zoom'>,
  boxes: WindowBoxes,
  { printer, drawPdf }: { readonly printer: Printer; readonly drawPdf: NonNullable<AppPorts['drawPdf']> },
  updates: UpdatePorts,
  ofStart: Required<Pick<AppPorts, 'supportLog' | 'reportBug' | 'firstScreen' | 'rememberScreen'>>,
): AppPorts {
  return {
    host: 'electron',
    dataDirectory: paths.dataDirectory,
    clock: systemClock,
    randomness: systemRandomness,
    transport: createHttpTransport({ isOwnRootsOnly: isPackagedBuild }),
    sealerFor: (mode) => {
      const sealer = safeStorageSealer(safeStorage, process.platform);
      // Training codes are worth nothing: a computer without a key store may train too.
      return mode === 'training' && !sealer.ok ? ok(memorySealer(systemRandomness)) : sealer;
    },
    clipboard: clipboardPort(systemClipboard(process.platform), process.platform),
    printer,
    startSandbox: (directory) => startSandboxUtility(paths.sandboxScript, directory),
    version: app.getVersion(),
    trainingOnly: false,
    extraCertificates: { names: extraCertificates(process.env), used: !isPackagedBuild },
    quit: () => app.quit(),
    protectScreen: window.protect,
    sinceInputMs: window.sinceInputMs,
    zoom: window.zoom,
    confirmDeployment: boxes.confirmDeployment,
    askForDeployment: boxes.askForDeployment,
    updates,
    ...ofStart,
    saveFile: boxes.saveFile,
    saveCodesFile: boxes.saveCodesFile,
    drawPdf,
  };
}

/** Before version 44 there was no such class, and asking for it by name would keep the counter from starting. */
function systemClipboard(platform: NodeJS.Platform): SystemClipboard {
  const plain: SystemClipboard = {
    readText: () => clipboard.readText(),
    writeText: (text) => clipboard.writeText(text),
    clear: () => clipboard.clear(),
    ...(platform === 'linux' ? { selection: selectionOf(clipboard) } : {}),
  };
  return 'ClipboardItem' in electron
    ? { ...plain, writeFormats: (formats) => clipboard.write([new electron.ClipboardItem(formats)]) }
    : plain;
}

/**
 * The two forms in which the versions of Electron offer the selection of X11; the older ones take its name as an
 * argument.
 */
interface WithSelection {
  readonly selection?: Required<SystemClipboard>['selection'];
  readText(type?: string): string | Promise<string>;
  clear(type?: string): void;
}

function selectionOf(system: WithSelection): Required<SystemClipboard>['selection'] {
  const { selection } = system;
  if (selection !== undefined) return { readText: () => selection.readText(), clear: () => selection.clear() };
  return { readText: () => system.readText('selection'), clear: () => system.clear('selection') };
}
