/** Newer versions of the counter: what was found, why it was not taken, and how it is installed. */
export const updates = {
  'updates.title': 'Updates',
  'updates.version': 'Version {version}',
  'updates.none': 'This version checks for no updates.',
  'updates.lookedAt': 'Last check: {time}',
  'updates.notLooked': 'Not checked yet since the counter was started.',
  'updates.look': 'Check for updates',
  'updates.lookInFolder': 'Update from a stick',
  'updates.looking': 'Checking for updates…',
  'updates.fetching': 'Downloading the update. You can sell meanwhile.',
  'updates.installing': 'Installing the update…',
  'updates.ready': 'Version {version} is ready.',
  'updates.install': 'Install and restart',
  'updates.install.says':
    'The counter closes and starts again with the new version. It takes about a minute. Your sales stay as they are.',
  'updates.check': 'Check the file',
  'updates.check.says': 'An administrator installs it. The counter checks the file first, then shows the command.',
  'updates.command': 'The file is genuine. An administrator installs it with this command, with the counter closed:',
  'updates.copy': 'Copy the command',
  'updates.copied': 'Copied.',
  'updates.elsewhere': 'Version {version} is available. Your technician finds it here and installs it:',
  'updates.later': 'Later',
  'updates.next': 'Version {version} is installed. It starts the next time you open the counter.',
  'updates.announced': 'Version {version} is ready. You can install it now.',
  'updates.announced.elsewhere': 'Version {version} is available.',
  'updates.open': 'Open updates',

  'updates.waits.in_flight': 'The counter is waiting for an answer of the service. You can install in a moment.',
  'updates.waits.serving': 'Finish or cancel the open sale first, and hide its codes.',
  'updates.waits.unsettled': 'Some sales have no result yet. You can install when they are finished.',
  'updates.waits.not_backed_up':
    'Today’s backup is not made yet. The counter makes it when it has been quiet for some minutes.',

  'updates.fault.tampered': 'The update was changed after it was signed. Nothing was installed. Tell your technician.',
  'updates.fault.threshold_not_met':
    'Too few of the publisher’s keys signed the update. Nothing was installed. Tell your technician.',
  'updates.fault.form_unknown':
    'This version cannot read the update. Have your technician install the new version by hand.',
  'updates.fault.wrong_product': 'The update is for another program. Nothing was installed.',
  'updates.fault.root_out_of_turn':
    'The publisher’s new keys do not follow those that the counter knows. Nothing was installed. Tell your technician.',
  'updates.fault.expired': 'The update has expired. Check again tomorrow. If it happens again, tell your technician.',
  'updates.fault.frozen':
    'The counter only gets an old update that has expired. Someone may be holding new ones back. Tell your technician.',
  'updates.fault.rollback': 'An older update came than before. Nothing was installed. Tell your technician.',
  'updates.fault.clock_unreliable': 'This computer’s clock seems to be wrong. Set it, then check again.',
  'updates.fault.wrong_target': 'There is no update for this kind of computer. Tell your technician.',
  'updates.fault.version_not_newer': 'This is the newest version.',
  'updates.fault.version_too_old':
    'This version is too old for that update. Have your technician install the new version by hand.',
  'updates.fault.gave_way':
    'The new version did not start on this computer, so the counter keeps this one. Tell your technician.',
  'updates.fault.feed_unreachable': 'The updates cannot be reached. Check the connection, then check again.',
  'updates.fault.feed_missing': 'No update was found there. On a stick, choose the folder that holds release.json.',
  'updates.fault.feed_refused': 'The update cannot be read there. Tell your technician.',
  'updates.fault.not_the_feed':
    'Something else answers in place of the updates, such as a sign-in page of the network. Sign in to the network, then check again.',
  'updates.fault.feed_stopped': 'The download stopped. It continues with the next check.',
  'updates.fault.too_long':
    'A file of the update is longer than it should be. Nothing was installed. Tell your technician.',
  'updates.fault.truncated': 'A file of the update is not complete. Check again later.',
  'updates.fault.package_tampered': 'The file is not the one that was signed. Nothing was installed. Check again.',
  'updates.fault.disk_full': 'There is too little space on the disk for the update. Free some, then check again.',
  'updates.fault.not_writable': 'The update could not be saved on this computer. Tell your technician.',
  'updates.fault.package_unfit': 'The update does not fit this program. Nothing was installed. Tell your technician.',
  'updates.fault.not_swappable': 'That version is here already. Close the counter and start it again.',
} as const;
