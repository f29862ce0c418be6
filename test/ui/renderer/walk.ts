import type { Locator } from 'playwright';
import { expect } from 'vitest';
import type { CounterPage } from './counter-page.ts';

/** By Tab alone to what is wanted: at every stop the keyboard is somewhere, and is seen to be there. */
export async function tabTo(counter: CounterPage, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < 80; stops += 1) {
    const way = await target.evaluate(wayTo);
    if (way === null) return;
    await counter.page.keyboard.press(way);
    expect(await counter.page.evaluate(focusSeen)).toBe('seen');
  }
  throw new Error(`the keyboard does not come to ${target.toString()}`);
}

/** There and through it; wherever that leads, the keyboard is not lost, and is seen to be there too. */
export async function press(counter: CounterPage, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(counter, target);
  await counter.page.keyboard.press(key);
  await expectFocus(counter);
}

/** What closes gives the focus back with a frame or two. */
export function expectFocus(counter: CounterPage): Promise<void> {
  return expect.poll(() => counter.page.evaluate(focusSeen)).toBe('seen');
}

/**
 * Tells later what had the focus in the moment in which the sheet or question that is open now went: the next key was
 * for that.
 */
export async function focusAsDialogGoes(counter: CounterPage): Promise<() => Promise<string>> {
  const recorded = await counter.page.evaluateHandle(() => {
    const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]');
    return {
      focus: new Promise<string>((tell) => {
        const changes = new MutationObserver(() => {
          if (dialog?.isConnected === true) return;
          changes.disconnect();
          tell(document.activeElement?.id || (document.activeElement?.className ?? ''));
        });
        changes.observe(document.body, { subtree: true, childList: true });
      }),
    };
  });
  return () => recorded.evaluate(({ focus }) => focus);
}

function wayTo(target: Element): 'Tab' | 'Shift+Tab' | null {
  const { activeElement } = document;
  if (activeElement === target) return null;
  const isBehind =
    activeElement !== null &&
    activeElement !== document.body &&
    (target.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isBehind ? 'Shift+Tab' : 'Tab';
}

/** The ring is drawn round what has the focus, round the field it is in, or round the box that stands for it. */
function focusSeen(): string {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return 'lost';
  // The whole area is where the keyboard lands when what it was on is gone: no control, and a ring around all would
  // point at nothing.
  if (activeElement.matches('main')) return 'seen';
  const around = [
    activeElement,
    activeElement.parentElement,
    ...(activeElement.closest('label')?.querySelectorAll('*') ?? []),
  ].filter((each) => each !== null);
  const ringed = around.find((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  const { top, bottom, left, right } = (ringed ?? activeElement).getBoundingClientRect();
  const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  return ringed !== undefined && isInSight ? 'seen' : `not seen: ${activeElement.outerHTML.slice(0, 160)}`;
}
