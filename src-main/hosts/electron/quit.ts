import { join } from 'node:path';
import { app, type RelaunchOptions } from 'electron';
import type { ReportBug } from '../../app/calls/registrar.ts';
import type { CounterApp } from '../../app/counter/ports.ts';
import { isPackagedBuild } from '../../core/packaged.ts';
import type { SupportLog } from '../../support-log/support-log.ts';
import { programName } from '../../updates/launcher.ts';
import { programFolder } from './program-folder.ts';

export interface Quit {
  /** Quits, and starts what is at a path. */
  readonly restart: (path: string) => void;
  /**
   * Lets a counter end its attempts and close its journal before the process goes (design, "Order engine": quitting
   * waits for open requests). Who starts it again meanwhile waits for none.
   */
  readonly closeFirst: (counter: Promise<CounterApp>) => void;
}

export function createQuit(supportLog: SupportLog, reportBug: ReportBug): Quit {
  let closing = false;
  let comesBack = false;
  const comeBack = (by: RelaunchOptions): void => {
    if (!comesBack) app.relaunch(by);
    comesBack = true;
  };
  /** The journal keeps what is not settled, as after a crash. */
  const endAtOnce = (): void => {
    supportLog.note({ kind: 'ended' });
    void supportLog.close().finally(() => app.exit(0));
  };
  return {
    restart: (path) => {
      comeBack({ execPath: path, args: [] });
      app.quit();
    },
    closeFirst: (counter) => {
      app.on('will-quit', (event) => {
        if (closing) return;
        closing = true;
        event.preventDefault();
        counter
          .then((opened) => opened.close())
          .catch(reportBug)
          .finally(() => app.exit(0));
      });
      app.on('second-instance', () => {
        if (!closing) return;
        comeBack(asStarted());
        endAtOnce();
      });
    },
  };
}

/** By what checks the program before it starts it, where there is such a thing (scripts/package/launcher.sh). */
function asStarted(): RelaunchOptions {
  return isPackagedBuild && process.platform === 'linux' ? { execPath: join(programFolder(), programName) } : {};
}
