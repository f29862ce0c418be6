/** What to do where the system's key store is missing, locked or another one, or the file that it seals is gone. */
export const keyStore = {
  'keyStore.missing.title': 'How to give this machine a key store',
  'keyStore.missing.1': 'Have the administrator install one: GNOME Keyring or KWallet.',
  'keyStore.missing.2': 'Sign in to the desktop with your own password and not automatically: that opens it.',
  'keyStore.missing.3': 'Start the counter again.',
  'keyStore.changed.title': 'The key store that keeps this counter’s key is not here',
  'keyStore.changed.1': 'Sign in with the user account and desktop that this counter was enrolled with.',
  'keyStore.changed.2': 'Start the counter again.',
  'keyStore.changed.3':
    'Is that key store lost for good? Then open the counter with the recovery phrase. It is sealed anew here.',
  'keyStore.locked.title': 'The key store is locked',
  'keyStore.locked.1': 'Unlock the system’s key store (GNOME Keyring or KWallet) with your password.',
  'keyStore.locked.2': 'Start the counter again.',
  'keyStore.gone.title': 'How to open this counter again',
  'keyStore.gone.1': 'Change nothing in the folder. Orders can still be read; what is sealed was not touched.',
  'keyStore.gone.2': 'Put vault.json back from a copy of the whole folder. Then start the counter again.',
  'keyStore.gone.3':
    'The recovery phrase does not replace the file: it opens vault.json. Backups of the journal do not hold it either.',
  'keyStore.gone.4':
    'Is there no copy? Then nobody can open the codes and the key here. Keep this folder, and enrol again in a new one with a new invitation. Ask the service’s staff about orders that are open.',
  'keyStore.train': 'Train meanwhile',
} as const;
