export const trayId = 'tray';

/** To the first that waits for somebody; nowhere where all are settled. */
export function focusTray(): void {
  document.getElementById(trayId)?.querySelector('button')?.focus();
}
