import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { unpackChromium } from '../../scripts/lib/chromium-package.ts';
import { withStepPatience } from '../support/chromium.ts';
import { stepPatienceMs } from '../support/patience.ts';

/** Where Debian's chromium is installed nothing else would notice that this one broke. */
test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'the packaged Chromium runs with nothing but its own libraries and fonts',
  async () => {
    const { executablePath, env } = await unpackChromium();
    const settings = Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    const browser = withStepPatience(
      await chromium.launch({ executablePath, env: Object.fromEntries(settings), args, timeout: stepPatienceMs }),
    );
    const page = await browser.newPage();
    await page.setContent('<p style="font-size: 40px">Counterfoil</p>');
    const box = await page.locator('p').boundingBox();
    await browser.close();
    expect(box?.height).toBeGreaterThan(30);
  },
);
