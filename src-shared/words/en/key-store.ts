/** What to do where the system's key store is missing, locked or another one, or the file that it seals is gone. */
export const keyStore = {
  'keyStore.missing.title': 'How to give this computer a key store',
  'keyStore.missing.1': 'Have the administrator install one: GNOME Keyring or KWallet.',
  'keyStore.missing.2': 'Sign in to the desktop with your own password and not automatically: that opens it.',
  'keyStore.missing.3': 'Start the counter again.',
  'keyStore.changed.title': 'The system key store that keeps this counter’s key is not here',
  'keyStore.changed.1': 'Sign in with the user account and desktop that this counter was set up with.',
  'keyStore.changed.2': 'Start the counter again.',
  'keyStore.changed.3':
    'Is that key store lost for good? Then open the counter with the recovery phrase. The counter saves its key (encrypted) here again.',
  'keyStore.locked.title': 'The system key store is locked',
  'keyStore.locked.1': 'Unlock the system key store (GNOME Keyring or KWallet) with your password.',
  'keyStore.locked.2': 'Start the counter again.',
  'keyStore.damaged.title': 'How to replace a damaged vault.json',
  'keyStore.damaged.1': 'The system key store is not the cause: the file is not what the counter wrote.',
  'keyStore.damaged.2': 'Copy vault.json back from a copy of the whole folder. Then start the counter again.',
  'keyStore.damaged.3': 'Is there no copy? Try the recovery phrase: what it opens may be undamaged.',
  'keyStore.gone.title': 'How to open this counter again',
  'keyStore.gone.1':
    'Change nothing in the folder. You can still see orders, and what is saved (encrypted) was not touched.',
  'keyStore.gone.2': 'Copy vault.json back from a copy of the whole folder. Then start the counter again.',
  'keyStore.gone.3':
    'The recovery phrase does not replace the file: it opens vault.json. Backups of the journal do not hold it either.',
  'keyStore.gone.4':
    'Is there no copy? Then nobody can read the codes and the key here. Keep this folder, and set up the counter in a new folder with a new invitation. Ask the service’s support about open orders.',
  'keyStore.train': 'Train meanwhile',
} as const;
