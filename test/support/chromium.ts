import type { Browser } from 'playwright';
import { launchChromium } from '../../scripts/lib/chromium.ts';

/** The browser of the machine, or the packaged one; throws the sentence that says why there is none. */
export async function startChromium(): Promise<Browser> {
  const launched = await launchChromium();
  if (!launched.ok) throw new Error(launched.error);
  return launched.browser;
}
