/** What the command line and the browser's host say at a terminal. Names and codes are the same in every language. */
export const commandLine = {
  'browser.open':
    'The training counter runs in the browser, with a service of its own and no real cards. Open this address once:',
  'browser.again': 'For another browser, or when the address was used, stop it with Ctrl+C and start again.',
  'cli.usage': 'usage: {usage}',
  'cli.passphrase': 'The passphrase of the data folder comes from COUNTERFOIL_PASSPHRASE.',
  'cli.person':
    'Where people with PINs work, commands that sell or change something take --as NAME, and the PIN from the terminal or --pin-file F. Where a cashier needs a manager: --approved-by NAME, with --approved-pin-file F.',
  'cli.pin': 'PIN of {name}: ',
  'cli.newPin': 'new PIN for {name}: ',
  'cli.newPinAgain': 'new PIN for {name} again: ',
  'cli.newPinDiffers': 'The two PINs differ. Type both again.',
  'cli.serial': 'Serial number: ',
  'cli.phrase': 'recovery phrase: ',
  'cli.yes': 'yes',
  'cli.no': 'no',
  'cli.none': '(none)',
  'cli.more': 'more: --cursor {cursor}',
  'cli.codes.hidden': 'hidden; --reveal shows them',
  'cli.codesFile.password': 'Password of the file, with its hyphens. It is not shown again:',
  'cli.codes.notHere': 'not here',
  'cli.operation': 'operation {operationId}',
  'cli.outputLost': 'what came of it could not be written here: {code}',
  'cli.ending': 'ending: waiting for what is under way; the same signal again ends it at once',
  'cli.staysOpen': '{operationId} is unfinished and may have been bought; continue with: counter resume {operationId}',
  'cli.next.deployment': 'Name the connection file with --deployment FILE.',
  'cli.next.passphrase': 'Put the passphrase of this folder into COUNTERFOIL_PASSPHRASE, and run the command again.',
  'cli.next.passphraseWrong':
    'Put the right passphrase into COUNTERFOIL_PASSPHRASE. If it is lost, "recover --phrase-file F" opens the folder with the recovery phrase.',
  'cli.next.phraseWrong': 'Compare the phrase in the file with the one on paper: it belongs to this folder alone.',
  'cli.next.enrol': 'This counter has no key yet. "enrol --invitation ID --token-file F" sets one up.',
  'cli.next.invitation':
    'Compare the invitation, the setup code and the connection file with what you were sent, or ask for a new invitation.',
  'cli.next.invitationOver': 'This invitation is no longer good. Ask the service’s support for a new one.',
  'cli.next.invitationUsed': 'Another key was set up with this invitation. Ask the service’s support for a new one.',
  'cli.next.noRoom':
    'The disk, a quota or a limit leaves no room in the folder of --data. Make room, then run the command again.',
  'cli.next.notPermitted':
    'You may not write to the folder of --data. Run the command as its owner, or change its permissions.',
  'cli.next.notWritable': 'The folder of --data does not take what is written. Look at the disk and the files in it.',
  'cli.next.peopleUnreadable':
    'The people of this folder cannot be read. Run the command as its owner, or bring their file back from a copy.',
  'cli.next.person': 'Say who you are with --as NAME. "staff list" shows the names.',
  'cli.next.personUnknown':
    '"staff list" shows the names. If it shows none, leave out --as and --approved-by: nobody here has a PIN.',
  'cli.next.approval': 'A manager must agree: --approved-by NAME, with their PIN.',
  'cli.next.inUse': 'Another program uses this folder. Close the counter or wait for the other command.',
  'cli.next.reconcile': '"reconcile" compares the journal with the service. After it you can sell again.',
  'cli.next.again': 'The command was stopped. Nothing was sent and nothing changed. Run it again.',
  'cli.next.operationId': 'Leave out --operation-id for a new sale.',
  'cli.next.resume': 'Do not sell the same again. "resume OP" continues with it.',
  'cli.next.pending': '"resume OP" continues that order. For another sale beside it, add --beside-pending.',
  'cli.next.cards': '"catalogue W" reads the card list anew.',
  'cli.next.serviceKeys':
    '"keys show" shows the service’s keys. Compare the key fingerprint with its support, then "keys confirm THUMBPRINT".',
  'cli.next.reveal': '"resume OP --reveal" shows them.',
  'cli.next.savedBefore': 'If that file or its password is lost, add --again.',
  'cli.next.oneByOne': '"reveal W --card S" shows the cards one at a time.',
  'cli.next.decide': 'Do not sell it again. "order OP" says why, and a manager decides with "decide OP".',
  'cli.next.role': 'Run it as somebody whose role allows it: --as NAME, with their PIN.',
  'cli.next.complaint': '"complaints list --all" shows it.',
  'cli.next.boughtCards': '"owned W" lists the bought cards. If the card was not replaced, add --after-restore.',
  'cli.next.paper': 'Look at the papers of the till. If nothing was given back, add --after-restore.',
  'cli.next.noting': 'A manager turns it on with "payments set cash", or with what most customers pay with.',
  'cli.next.debt': 'Add --allow-debt to use account credit, or sell nothing.',
  'cli.next.anotherSealer':
    'The app made this folder: open it there, on the same computer. "recover --phrase-file F" opens it with the recovery phrase.',
  'cli.next.keyFiles':
    'Look at vault.json and keyring.json in the folder of --data. You must be able to read and write them.',
  'cli.next.backup': '"journal backups" lists those that the counter made.',
  'cli.says.closed': 'What protects this folder cannot be opened here.',
  'cli.says.backup': 'This backup is damaged, or cannot be read by this version.',
  'cli.profile.warning': 'connection file: warning: {fault}',
  'cli.profile.fault': 'connection file: {fault}',
  'cli.profile.file': 'the file',
  'cli.profile.unsigned': 'The file written is not signed. Ask the service’s support to sign it.',
  'cli.readOnly': 'This folder cannot be written. The counter reads a copy of it and changes nothing.',
  'cli.shelf.old': 'not renewed, as of {time}: {id}',
  'cli.shelf.missing': 'missing, because the service did not give it: {id}',
  'cli.leftOut': '{count, plural, one {# entry} other {# entries}} left out: no readable {member}',
  'cli.thumbprint': 'key fingerprint to read out: {thumbprint}',
  'cli.key.over': 'the key may have ended at {time}: set up another one',
  'cli.key.ends':
    'the key may end in {days, plural, one {# day} other {# days}}, at {time}: set up the one that replaces it',
  'cli.backups.restore':
    '"journal restore DAY" restores one of these, by its day or time as it stands here. "missing" is what the journal has and that backup has not.',
  'cli.restored':
    'Restored. You cannot sell until "reconcile" has checked the bought cards; unfinished orders are checked and not sent again.',
  'cli.restored.earlier':
    '{count, plural, one {One backup is} other {# backups are}} damaged or incomplete. The backup of {time} was restored; what was sold after it is missing.',
  'cli.purge.elsewhere':
    'Journals that were set aside, and backups outside the folder, still hold the keys that were destroyed here.',
  'cli.salvage.way':
    '"journal salvage" copies what is not damaged into a new journal, says what is missing, and keeps the damaged one aside.',
  'cli.salvage.nothingLost': 'Nothing was lost. The damaged journal was kept aside.',
  'cli.salvaged':
    'Salvaged. You cannot sell until "reconcile" has checked the bought cards; unfinished orders are checked and not sent again, and "reconcile" reads those that are missing.',
  'cli.restore.way':
    'The last backup is of {time}; "journal restore latest" restores it and keeps the damaged journal aside.',
  'cli.find.closed':
    'No order was looked for by its reference: references are saved (encrypted), and that takes the passphrase.',
  'cli.orders.closed':
    '{count, plural, one {The reference of # order is not known here: it is saved (encrypted), and the passphrase is missing or does not open it.} other {The references of # orders are not known here: they are saved (encrypted), and the passphrase is missing or does not open them.}}',
  'cli.verify.before': 'Events up to {seq} were verified at {time} and are not read again.',
  'cli.verify.chain': 'chain of events: {percent}%',
  'cli.verify.projection': 'orders and their events: {percent}%',
  'cli.verify.texts': 'saved data of orders: {percent}%',
  'cli.verify.countersignatures': "the service's signatures: {percent}%",
  'cli.verify.stopped': 'Stopped. Continue from here with "journal verify --since-last".',
  'cli.verify.codesUnchecked': 'Whether the codes here open was not checked: that takes the passphrase.',
  'cli.verify.textsUnchecked':
    '{count, plural, one {The saved data of # order was not compared with the journal: that takes the passphrase and its key.} other {The saved data of # orders was not compared with the journal: that takes the passphrase and their keys.}}',
  'cli.verify.codesClosed':
    'Some codes do not open here any more; "resume OP --reveal" and "reveal" ask the service for them.',
  'cli.verify.signaturesUnchecked':
    "The service's signatures for this journal were not checked: that takes --deployment and the passphrase.",
} as const;
