/** What each command does, for `--help`. */
export const commands = {
  'command.enrol':
    'makes a key and enrols it, or goes on where an enrolment stopped; with a key in use, enrols the one that replaces it',
  'command.keys':
    'shows the keys that the service publishes, believes one whose thumbprint was compared with what its staff say, or takes that back',
  'command.profile': 'shows the partner profile',
  'command.wallets': 'lists the wallets with their balances',
  'command.wallet': 'shows one wallet',
  'command.categories': 'lists the categories a wallet sees',
  'command.subcategories': 'lists the subcategories of a category',
  'command.subcategory': 'shows one subcategory',
  'command.cards': 'lists the cards of a subcategory with the price this wallet pays',
  'command.catalogue': 'reads the whole catalogue of a wallet, or finds cards in it',
  'command.buy': 'buys cards; the same operation id and arguments again resume that order and never buy twice',
  'command.orders': 'lists the orders of this counter, newest first, without the network',
  'command.order': 'shows one order as this counter knows it; --remote reads it at the service first',
  'command.resume': 'goes on with one order, or with all that are pending',
  'command.cancel': 'gives up an order of which it is certain that nothing was bought',
  'command.decide': 'records what a person decided about an order that needs one; order OP says why it does',
  'command.owned': 'lists the cards a wallet owns, without their codes',
  'command.reveal': 'reveals the codes of an owned card, or of every card on an invoice',
  'command.diagnose':
    'lays what was signed beside what the service saw, with the permissions in force; cause looks for what keeps calls from being accepted, --try-forms lets it call in other forms, --write applies the change that it names',
  'command.journal':
    "checks the chain of the journal and the service's signatures for it, lists its events, names the steps of a purchase, copies it, puts a copy back, lifts what it can from a damaged one, or destroys the keys of codes handed over",
  'command.reconcile':
    'compares owned cards with the orders of this counter and accepts its restored or copied records as the one copy',
  'command.recover':
    'opens a folder whose passphrase is lost with the recovery phrase, and seals it under the passphrase given now',
  'command.export-key':
    "prints the public half of the key in use and its thumbprint, and as next those of a newer one that is not in use yet: that one is to be read out to the service's staff",
  'command.keep-wanted': 'says that the customer still waits: the sale is wanted for another ten minutes',
  'command.hand-over':
    'notes that the customer has the codes, which must have been shown; their keys are destroyed 30 days after that',
} as const;
