/** The log for whoever helps the shop. */
export const supportLog = {
  'supportLog.title': 'Log for support',
  'supportLog.says':
    'If something goes wrong, save this file and send it to your technician. It holds no codes, keys or card numbers.',
  'supportLog.show': 'Show the log',
  'supportLog.hide': 'Hide the log',
  'supportLog.save': 'Save with the connection check',
  'supportLog.saved': 'The file is saved.',
  'supportLog.failed': 'The file could not be saved there. Choose another folder.',
  'supportLog.empty': 'Nothing is noted yet.',
} as const;
