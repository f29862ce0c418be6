import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** The script of the version that the builder brings with it. */
const ownRequire = createRequire(import.meta.url);
export const axeScript = readFileSync(
  createRequire(ownRequire.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

const twoPicturesMs = 50;

/** Until nothing on the page is on its way to another colour or place, but for what turns without end. */
async function settled(page: Page): Promise<void> {
  // What moves from the next picture on does not run yet: axe would see a page whose question still is transparent.
  await page.waitForTimeout(twoPicturesMs);
  await page.evaluate(async () => {
    const moving = (): Animation[] =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    for (let left = moving(); left.length > 0; left = moving())
      await Promise.allSettled(left.map(({ finished }) => finished));
  });
}

/** Rules that are looked at alone, or left out. */
export interface AxeRules {
  readonly only?: readonly string[];
  readonly but?: readonly string[];
}

/**
 * What axe finds on a page, as rule and place. What it finds, it finds twice: a look takes a second on a busy machine,
 * and what changes its colour meanwhile was seen in a colour that no screen has.
 */
export async function axeFindings(page: Page, rules: AxeRules = {}): Promise<string[]> {
  const found = await oneLook(page, rules);
  if (found.length === 0) return [];
  const again = new Set(await oneLook(page, rules));
  return found.filter((finding) => again.has(finding));
}

/** The builder would put its script, half a megabyte, into the page twice for every look: here it is there once. */
async function oneLook(page: Page, { only = [], but = [] }: AxeRules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  await settled(page);
  // Legacy mode runs in this page alone; the other needs a second one, which Electron refuses.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations } = await (only.length === 0 ? axe.disableRules([...but]) : axe.withRules([...only])).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}
