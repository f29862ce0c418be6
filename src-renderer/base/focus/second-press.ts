interface Press {
  readonly control: Element;
  /** What it was called when it was pressed. */
  readonly name: string;
  readonly atMs: number;
  readonly x: number;
  readonly y: number;
}

/** A finger's second tap; of a mouse the system says itself what a double click is. */
const doubleTapMs = 500;
const doubleTapPx = 24;
/** As long as a person takes to press a key twice without looking. */
const doubleKeyMs = 400;

const controls = 'button, a, input, select, textarea, label, summary, [role="option"], [role="row"]';

/**
 * Refuses the second press of a double one where the first has put something else under the finger: nobody saw it, so
 * nobody meant it. In a question a button that changed its name asks something else; elsewhere what stays takes each
 * press, such as one that shows and hides.
 */
export function refuseSecondPress(): void {
  let first: Press | null = null;
  let byKey: Press | null = null;
  const isStray = (event: MouseEvent): boolean =>
    first !== null && isSecond(first, event) && !isSame(first, controlOf(event.target));
  const onMouseDown = (event: MouseEvent): void => {
    // It takes the focus to nothing either: the next Enter would press that.
    if (isStray(event)) refuse(event);
  };
  const onClick = (event: MouseEvent): void => {
    if (isStray(event)) {
      refuse(event);
      // What was pressed already, and waits for its click, is let go.
      document.dispatchEvent(new PointerEvent('pointercancel'));
      return;
    }
    // A click without a pointer is a key's.
    if (event.detail > 0) first = pressOf(controlOf(event.target), event, event.clientX, event.clientY);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') {
      byKey = null;
      return;
    }
    const control = controlOf(event.target);
    const isSoon = byKey !== null && event.timeStamp - byKey.atMs < doubleKeyMs;
    if (byKey?.control === control && isSoon && !isSame(byKey, control)) refuse(event);
    else byKey = pressOf(control, event, 0, 0);
  };
  const options = { capture: true };
  window.addEventListener('mousedown', onMouseDown, options);
  window.addEventListener('click', onClick, options);
  window.addEventListener('keydown', onKey, options);
}

function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(controls) : null;
}

function pressOf(control: Element | null, { timeStamp }: Event, x: number, y: number): Press | null {
  return control === null ? null : { control, name: control.textContent, atMs: timeStamp, x, y };
}

function isSame({ control, name }: Press, now: Element | null): boolean {
  return control === now && (name === now.textContent || now.closest('[role="alertdialog"]') === null);
}

function isSecond({ atMs, x, y }: Press, event: MouseEvent): boolean {
  if (event.detail > 1) return true;
  const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
  const isNear = Math.hypot(event.clientX - x, event.clientY - y) < doubleTapPx;
  return isTouch && isNear && event.timeStamp - atMs < doubleTapMs;
}

function refuse(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
