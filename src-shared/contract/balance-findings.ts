/** Why the balance of a wallet is not checked. */
export const uncheckedBalances = [
  'noOpening',
  'noClosing',
  'noPermission',
  'inFlight',
  'offline',
  'notRead',
  'notListed',
  'otherAmount',
] as const;
export type UncheckedBalance = (typeof uncheckedBalances)[number];

/** What may have changed a balance besides the sales of this journal; nothing says which of them did. */
export const balanceCauses = ['otherCounter', 'topUp', 'correction', 'lostRecords'] as const;
export type BalanceCause = (typeof balanceCauses)[number];
