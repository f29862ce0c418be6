import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, errors, type ElectronApplication, type Page } from 'playwright';
import { stepPatienceMs } from '../support/patience.ts';
import { within } from '../support/within.ts';
import { prepareRuntime, type Runtime } from './electron-runtime.ts';

export interface RunningCounter {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly runtime: Runtime;
  /** The data folder, which goes with `stop`. */
  readonly data: string;
  stop(): Promise<void>;
}

const launchedWithinMs = 45_000;
const launchesAtMost = 3;

export interface StartOptions {
  /** A data folder that is there before and after; without it there is one that goes with `stop`. */
  readonly data?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built counter in Electron, with data of its own. */
export async function startCounter(options: StartOptions = {}): Promise<RunningCounter> {
  const runtime = await prepareRuntime();
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'counterfoil-e2e-')));
  const forget = async (): Promise<void> => {
    await runtime.release();
    if (options.data === undefined) await rm(data, { recursive: true, force: true });
  };
  try {
    const app = await launched({
      executablePath: runtime.executablePath,
      args: [...runtime.args, ...(options.args ?? [])],
      env: { ...runtime.env, ...options.env, COUNTERFOIL_DATA: data },
    });
    const page = await firstPage(app);
    // Nobody touches a display that no hand is at: by itself each counter would be locked after five minutes.
    await app.evaluate(({ powerMonitor }) => {
      powerMonitor.getSystemIdleTime = () => 0;
    });
    return { app, page, runtime, data, stop: () => ended(app).then(forget, forget) };
  } catch (error) {
    await forget();
    throw error;
  }
}

/**
 * Now and then, where Electron's graphics process ends as it starts, Playwright never hears that Electron is ready. The
 * counter may have started by then: a test counts nothing from the first start of its data on.
 */
async function launched(options: Parameters<typeof _electron.launch>[0]): Promise<ElectronApplication> {
  for (let launches = 1; ; launches += 1) {
    try {
      const app = await _electron.launch({ ...options, timeout: launchedWithinMs });
      app.context().setDefaultTimeout(stepPatienceMs);
      return app;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || launches === launchesAtMost) throw error;
    }
  }
}

/**
 * Answers every box of the system's own from now on as a person would who presses its nth button. Gives what the boxes
 * said, by their order.
 */
export async function answerBoxes(
  { app }: Pick<RunningCounter, 'app'>,
  button: number,
): Promise<() => Promise<readonly Box[]>> {
  await app.evaluate(({ dialog }, response) => {
    const boxes: unknown[] = [];
    dialog.showMessageBox = (...[, options]: unknown[]) => {
      boxes.push(options);
      return Promise.resolve({ response, checkboxChecked: false });
    };
    Object.assign(globalThis, { boxes });
  }, button);
  return () => app.evaluate(() => Reflect.get(globalThis, 'boxes') as Box[]);
}

export interface Box {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly defaultId: number;
}

async function firstPage(app: ElectronApplication): Promise<Page> {
  try {
    const page = await app.firstWindow({ timeout: stepPatienceMs });
    await page.waitForLoadState();
    // The page is there before main has opened its records; meanwhile V8 may drop what a test asks of main.
    await page.locator('#root > :not([inert])').first().waitFor({ state: 'attached' });
    await page.locator('.opening .skeleton').first().waitFor({ state: 'hidden' });
    return page;
  } catch (error) {
    await ended(app);
    throw error;
  }
}

/** Quits as a person would who insists, whatever is not settled; a counter that does not end is killed and reported. */
async function ended(app: ElectronApplication): Promise<void> {
  const running = app.process();
  try {
    const asked = app.evaluate((electron) => electron.app.quit()).catch(() => undefined);
    await within(
      'The end of the counter',
      asked.then(() => app.close()),
    );
  } catch (error) {
    running.kill('SIGKILL');
    throw error;
  }
}
