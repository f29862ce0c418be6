/** Whether a sheet or a question lies over the area, which then hears no command. */
export function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
