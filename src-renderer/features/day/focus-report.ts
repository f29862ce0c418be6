export const reportTitleId = 'day-report-title';

/** What a press has shown is where the keyboard continues. */
export function focusReport(): void {
  document.getElementById(reportTitleId)?.focus();
}
