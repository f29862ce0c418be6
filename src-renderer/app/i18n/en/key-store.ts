/** What to do where the system's key store is missing, locked or another one. */
export const keyStore = {
  'keyStore.missing.title': 'How to give this machine a key store',
  'keyStore.missing.1': 'Have the administrator install one: GNOME Keyring or KWallet.',
  'keyStore.missing.2': 'Sign in to the desktop with your own password and not automatically: that opens it.',
  'keyStore.missing.3': 'Start the counter again.',
  'keyStore.changed.title': 'The key store that keeps this counter’s key is not here',
  'keyStore.changed.1': 'Sign in with the user account and desktop that this counter was enrolled with.',
  'keyStore.changed.2': 'Start the counter again.',
  'keyStore.changed.3': 'Is that key store lost for good? Then open the counter with the recovery phrase. It is sealed anew here.',
  'keyStore.locked.title': 'The key store is locked',
  'keyStore.locked.1': 'Unlock the system’s key store (GNOME Keyring or KWallet) with your password.',
  'keyStore.locked.2': 'Start the counter again.',
  'keyStore.train': 'Train meanwhile',
} as const;
