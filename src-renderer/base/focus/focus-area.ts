/** For what closes by itself: the keyboard goes on with the area, not at the top of the page. */
export function focusArea(): void {
  document.querySelector<HTMLElement>('main')?.focus();
}
