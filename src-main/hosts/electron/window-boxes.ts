import type { BrowserWindow } from 'electron';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { AppPorts } from '../../app/counter/ports.ts';
import type { RememberedSettings } from '../../app/counter/settings.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Introduction } from '../../deployment/introduction.ts';
import { askAboutDeployment } from './deployment-box.ts';
import { askForDeployment, askForFolder, saveFile } from './file-box.ts';

/** Boxes of the system's own over the window. Of those that ask for a file there is one at a time. */
export interface WindowBoxes {
  /** Asks whether a deployment is to be taken; nobody says yes where there is no window. */
  readonly confirmDeployment: (introduction: Introduction) => Promise<boolean>;
  /** Asks for a deployment file; nobody chooses one where there is no window. */
  readonly askForDeployment: () => Promise<Result<string | null, Failure>>;
  /** Asks for the folder of a feed, in the same way. */
  readonly askForFolder: () => Promise<string | null>;
  /** Asks where a file is to be saved, in the same way, and writes it (`AppPorts.saveFile`). */
  readonly saveFile: NonNullable<AppPorts['saveFile']>;
  readonly saveCodesFile: NonNullable<AppPorts['saveCodesFile']>;
}

export function windowBoxes(window: BrowserWindow, settings: RememberedSettings): WindowBoxes {
  const boxes = oneAtATime(() => !window.isDestroyed());
  const save = (saving: Parameters<typeof saveFile>[2]): Promise<string | false | null> =>
    boxes.open(() => saveFile(window, settings.read().language, saving), null);
  return {
    confirmDeployment: (introduction) =>
      window.isDestroyed() ? Promise.resolve(false) : askAboutDeployment(window, introduction),
    askForDeployment: () => boxes.open(() => askForDeployment(window, settings.read().language), ok(null)),
    askForFolder: () => boxes.open(() => askForFolder(window, settings.read().language), null),
    saveFile: async (name, content, what) => {
      const saved = await save({ name, what, make: () => Promise.resolve(content) });
      return saved === null ? null : saved !== false;
    },
    saveCodesFile: (name, make) => save({ name, what: 'codes', make }),
  };
}

/** One at a time; `otherwise` is the answer where none may be opened. */
function oneAtATime(mayAsk: () => boolean) {
  let isAsking = false;
  return {
    open: async <T>(ask: () => Promise<T>, otherwise: T): Promise<T> => {
      if (isAsking || !mayAsk()) return otherwise;
      isAsking = true;
      try {
        return await ask();
      } finally {
        isAsking = false;
      }
    },
  };
}
