/** Why the program does not start, at the terminal that it was started from. */
export const refusedStart = {
  'refusedStart.with': 'Counterfoil does not start with {names}.',
  'refusedStart.tooLate': 'Counterfoil does not start: Electron was ready before the window could be locked down.',
} as const;
