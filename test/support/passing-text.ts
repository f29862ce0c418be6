import type { Page } from 'playwright';

/**
 * Looks out, from now on, for a text that may be gone again before anybody asks for it. What it gives resolves once the
 * text has come to stand in one of the elements that `selector` means.
 */
export async function passingText(page: Page, text: string, selector = 'body'): Promise<() => Promise<void>> {
  const watch = await page.evaluateHandle(
    ([wanted, places]) => {
      const stands = (): boolean =>
        [...document.querySelectorAll(places)].some(({ textContent }) => textContent.includes(wanted));
      let stood = stands();
      return {
        came: new Promise<void>((resolve) => {
          const changes = new MutationObserver(() => {
            const before = stood;
            stood = stands();
            if (before || !stood) return;
            changes.disconnect();
            resolve();
          });
          changes.observe(document, { subtree: true, childList: true, characterData: true });
        }),
      };
    },
    [text, selector] as const,
  );
  return () => watch.evaluate(({ came }) => came);
}
