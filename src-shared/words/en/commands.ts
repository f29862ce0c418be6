/** What each command does, for `--help`. */
export const commands = {
  'command.enrol':
    'makes a key and sets up this counter, or continues where a setup stopped; with an active key, sets up the one that replaces it',
  'command.keys':
    "shows the keys that the service publishes, confirms one after its key fingerprint was compared with the service's support, or withdraws that",
  'command.profile': 'shows the partner account',
  'command.wallets': 'lists the wallets with their balances',
  'command.wallet': 'shows one wallet',
  'command.categories': 'lists the categories a wallet sees',
  'command.subcategories': 'lists the subcategories of a category',
  'command.subcategory': 'shows one subcategory',
  'command.cards': 'lists the cards of a subcategory with what each costs this wallet',
  'command.catalogue': 'reads the whole card list of a wallet, or finds cards in it',
  'command.prices':
    'lists, sets and removes the rules for what customers are charged; sets a rate between two currencies, shows what one card comes to, or lists every change',
  'command.limits':
    'lists and sets what cashiers may spend without a manager, in one currency; by sale, since the last Z, and of one card since then; or lists every change',
  'command.payments':
    'says whether it is noted how customers pay, shows and notes how one sale was paid, gives money back, and makes a sale void',
  'command.buy': 'buys cards; the same operation id and arguments again continue that order and never buy twice',
  'command.orders': 'lists the orders of this counter, newest first, without the network',
  'command.order': 'shows one order as this counter knows it; --remote reads it at the service first',
  'command.resume': 'continues one order, or all unfinished ones',
  'command.cancel': 'cancels an order that was certainly not bought',
  'command.decide': "saves the manager's decision about an order that needs one; order OP says why it does",
  'command.owned': 'lists the bought cards of a wallet, without their codes',
  'command.reveal': 'shows the codes of a bought card, or of every card on an invoice',
  'command.save-codes': 'saves the codes of a sale in an encrypted file for a company, and gives its password once',
  'command.diagnose':
    'shows what was signed beside what the service saw, and the permissions; cause searches for why the service refuses, --try-forms lets it try other forms, --write applies the change that it names',
  'command.journal':
    "checks the chain of the journal and the service's signatures for it, lists its events, or names the steps of a purchase; copies it, lists its backups, restores one, or saves what is left of a damaged one; or destroys the keys of codes handed over",
  'command.reconcile':
    'compares bought cards with the orders of this counter and makes a restored or copied journal the valid one',
  'command.recover':
    'opens a folder whose passphrase is lost with the recovery phrase, and encrypts it under the passphrase given now',
  'command.staff': 'lists the people of the shop, adds one, and changes names, roles and PINs',
  'command.shift': 'opens, hands over and closes a shift; closing issues the Z of the day',
  'command.report': 'shows what was sold since the last Z, or in a Z, with cost and margin',
  'command.complaints':
    'lists complaints about sold cards, opens one, gives the text for the service’s support, and replaces a card at no charge',
  'command.export-key':
    "prints the public key in use and its key fingerprint, and as next those of a newer key; while that is not active, read its fingerprint out to the service's support",
  'command.keep-wanted':
    'confirms that the customer still waits: the counter may send the order for another ten minutes',
  'command.hand-over': 'marks codes that were shown as handed over; the counter destroys their keys 30 days later',
} as const;
