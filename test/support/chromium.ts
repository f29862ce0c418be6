import type { Browser } from 'playwright';
import { launchChromium } from '../../scripts/lib/chromium.ts';
import { stepPatienceMs } from './patience.ts';

/**
 * The browser of the machine, or the packaged one, whose windows are as patient as a test; throws the sentence that
 * says why there is none.
 */
export async function startChromium(args: readonly string[] = []): Promise<Browser> {
  const launched = await launchChromium(args);
  if (!launched.ok) throw new Error(launched.error);
  return withStepPatience(launched.browser);
}

/**
 * A page lives for a second: what a compiler makes of its hot functions is thrown away with it, so is what a collector
 * would move to make room, and a tile costs more to hand out than to draw. The tests in Electron leave all that as it
 * is.
 */
const forShortPages = [
  '--js-flags=--no-maglev --no-opt --min-semi-space-size=32 --initial-old-space-size=512',
  '--default-tile-width=1280',
  '--default-tile-height=800',
  '--force-gpu-mem-available-mb=0',
];

/** One for all test files of a worker. */
let shared: Promise<Browser> | undefined;

/**
 * The browser of this worker, which ends with it: to start one costs more than many a test in it. Whoever takes it
 * closes the windows that it opened.
 */
export async function sharedChromium(): Promise<Browser> {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected() === true) return running;
  shared = startChromium(forShortPages);
  return shared;
}

/** The same browser: each window of it waits for a step as long as a busy machine may need. */
export function withStepPatience(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  // A new page opens a context of its own by this too.
  const newContext: Browser['newContext'] = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(stepPatienceMs);
    return context;
  };
  return Object.assign(browser, { newContext });
}
