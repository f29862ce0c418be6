/** A law that is broken on purpose, what that shows in, and a day that shows it. */
export interface BrokenDay {
  readonly law: string;
  readonly seed: string;
  readonly bar: string;
}

/** An id that is used twice does not even get past the journal. */
export const brokenDays: readonly BrokenDay[] = [
  { law: 'trust-unbound-refusal', seed: '87', bar: 'sold, and the counter says no' },
  { law: 'trust-404-before-the-proof', seed: '142', bar: 'sold, and the counter says no' },
  { law: 'reuse-an-id', seed: '37', bar: 'bug' },
  { law: 'drop-the-seal', seed: '7', bar: 'codes lost' },
  { law: 'salvage-as-if-nothing-was-lost', seed: '236', bar: 'sold, and nobody asked' },
  { law: 'take-another-counter-for-a-copy', seed: '8', bar: 'another counter taken for a copy' },
  { law: 'send-before-the-intent', seed: '1', bar: 'sent before it was recorded' },
  { law: 'forget-late-sales', seed: '2', bar: 'a day that its orders do not come to' },
  { law: 'forget-the-last-z', seed: '3000', bar: 'a day that its orders do not come to' },
  { law: 'number-zs-again', seed: '3007', bar: 'a name of a Z used twice' },
  { law: 'begin-totals-anew', seed: '3002', bar: 'running totals that do not continue' },
  { law: 'forget-who', seed: '3000', bar: 'an act of nobody' },
  { law: 'let-everybody', seed: '3017', bar: 'a call that its role may not make' },
  { law: 'give-a-number-again', seed: '3000', bar: 'a short number of two sales' },
  { law: 'overlook-limits', seed: '2', bar: 'a limit passed without a word' },
  { law: 'overlook-limits-by-card', seed: '2', bar: 'a limit passed without a word' },
  { law: 'forget-unsettled-spending', seed: '2', bar: 'a limit passed without a word' },
  { law: 'keep-spending-after-a-z', seed: '2', bar: 'a word asked for, and no limit passed' },
  { law: 'charge-what-is-not-shown', seed: '12', bar: 'charged otherwise than shown' },
  { law: 'replace-again', seed: '1', bar: 'a card made good twice' },
  { law: 'charge-replacements', seed: '1', bar: 'a replacement that was charged' },
  { law: 'sum-no-replacements', seed: '1', bar: 'a day that its orders do not come to' },
  { law: 'name-no-late-sales', seed: '2', bar: 'a sale that a Z does not name' },
  { law: 'name-nothing-carried-over', seed: '2', bar: 'a sale that a Z does not name' },
  { law: 'give-back-more-than-paid', seed: '13', bar: 'more money back than was paid' },
  { law: 'give-back-by-other-means', seed: '2', bar: 'money noted otherwise than said' },
  { law: 'void-what-was-handed-over', seed: '48', bar: 'more money back than was paid' },
  { law: 'give-out-codes-of-void-sales', seed: '39', bar: 'codes of a void sale without a word' },
  { law: 'keep-void-sales-waiting', seed: '2', bar: 'a void sale that still waits' },
  { law: 'read-balances-beside-sales', seed: '13', bar: 'balances read beside a sale' },
];

/** These take minutes to be found: by hand, and by `proof:faults`. */
export const rarelyBroken: readonly BrokenDay[] = [
  { law: 'give-back-without-a-word', seed: '1', bar: 'money back without a word' },
  { law: 'sum-by-the-usual-means', seed: '1', bar: 'means that the Zs have otherwise' },
];

/**
 * The search begins at that day and ends at the first that shows it: a change to the product may move it, and far more
 * days are left.
 */
export const daysSearched = '600';
