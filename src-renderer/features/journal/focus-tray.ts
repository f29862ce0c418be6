export const trayId = 'tray';

/** To the unsettled sale that was begun last; nowhere where all are settled. */
export function focusTray(): void {
  document.getElementById(trayId)?.querySelector('button')?.focus();
}
