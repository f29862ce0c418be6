import { breakModule, type Breach } from '../../support/break-module.ts';
import { machineBreaches } from '../states/plants.ts';

/**
 * Laws that can be broken on purpose, each by other text in one module of the product as it is loaded for the proof.
 * The product has no switch for it, and where its text is not found any more the breach says so.
 */
export const breaches: Readonly<Record<string, Breach>> = {
  'trust-unbound-refusal': {
    file: 'src-main/orders/records/kept-answers.ts',
    from: 'isBound: isBoundToRequest(judged),',
    to: 'isBound: true,',
  },
  'trust-404-before-the-proof': {
    file: 'src-main/orders/machine/interpret.ts',
    from: "isNotFound ? { outcome: 'notFound', createdAtSeconds }",
    to: "isNotFound ? { outcome: 'refused', code: 'resource_not_found' }",
  },
  'reuse-an-id': {
    file: 'src-main/orders/machine/placing.ts',
    from: 'if (existing !== null)',
    to: 'if (existing !== null && isSameSale(existing.intent, sale))',
  },
  'drop-the-seal': {
    file: 'src-main/exchange/exchange-kept.ts',
    from: 'const record = vault.seal(sealedId, plaintext);',
    to: "const record = vault.seal(sealedId, sealedId.startsWith('answer:') ? new Uint8Array(1) : plaintext);",
  },
  'salvage-as-if-nothing-was-lost': {
    file: 'src-main/journal/salvage.ts',
    from: "recordCopyStatus(database, 'restored', ['salvage_command'], clock.nowMs());",
    to: '',
  },
  'take-another-counter-for-a-copy': {
    file: 'src-main/reveals/machine/findings.ts',
    from: 'walletId === undefined || isDoubted(walletId)',
    to: 'card.length > 0',
  },
  'send-before-the-intent': {
    file: 'src-main/exchange/exchange-kept.ts',
    from: 'const started = question.recordStart(prepared);',
    to: 'const started = { ok: true };',
  },
  'forget-late-sales': {
    file: 'src-main/day/machine/tally.ts',
    from: 'soldLate: cellsOf(late),',
    to: 'soldLate: [],',
  },
  'forget-the-last-z': {
    file: 'src-main/day/records/day-records.ts',
    from: 'memory.recordLastZ(asJsonObject(rememberedAfter(z, path, before)));',
    to: 'memory.recordLastZ({});',
  },
  'begin-totals-anew': {
    file: 'src-main/day/machine/z.ts',
    from: 'totalsPlus((lost ?? before)?.running ?? noTotals, addedBy(tally))',
    to: 'totalsPlus(before?.running ?? noTotals, addedBy(tally))',
  },
  'number-zs-again': {
    file: 'src-main/day/machine/z.ts',
    from: 'number: Math.max(before?.number ?? 0, lost?.number ?? 0) + 1,',
    to: 'number: ((before?.number ?? 0) % 2) + 1,',
  },
  'forget-who': {
    file: 'src-main/app/counter/journal-rules.ts',
    from: 'if (by === null ||',
    to: "if (by === null || event.kind === 'z-issued' ||",
  },
  'let-everybody': {
    file: 'src-main/app/calls/by-rule.ts',
    from: 'const mayMake = isForRole(rule, person.role);',
    to: "const mayMake = isForRole(rule, person.role) || person.role === 'auditor';",
  },
  'overlook-limits': {
    file: 'src-main/limits/machine/passed.ts',
    from: 'return beyond.gt(0)',
    to: 'return beyond.gt(limit)',
  },
  'charge-what-is-not-shown': {
    file: 'src-main/app/calls/shown-sale.ts',
    from: 'if (pricesRevision === charge.revision && isShown(charge, shownTotal)) return null;',
    to: 'if (pricesRevision >= 0) return null;',
  },
  'give-a-number-again': {
    file: 'src-main/orders/records/sale-numbers.ts',
    from: 'count: last.parts.count + 1',
    to: 'count: last.parts.count',
  },
  'replace-again': {
    file: 'src-main/complaints/records/complaint-records.ts',
    from: "return state === 'completed' ? 'bought' : 'none';",
    to: "return 'none';",
  },
  'overlook-limits-by-card': {
    file: 'src-main/limits/machine/passed.ts',
    from: 'over(card, ofCard(cardId, all))',
    to: 'over(null, ofCard(cardId, all))',
  },
  'forget-unsettled-spending': {
    file: 'src-main/limits/records/spent.ts',
    from: 'filter(isBegunAfter(fromSeq));',
    to: 'filter(() => false);',
  },
  'keep-spending-after-a-z': {
    file: 'src-main/limits/records/spent.ts',
    from: 'known !== null && known.fromSeq === fromSeq && journal',
    to: 'known !== null && journal',
  },
  'give-back-more-than-paid': {
    file: 'src-main/payments/machine/money-back.ts',
    from: 'if (payments.keptOf(sale).lt(amount))',
    to: 'if (payments.keptOf(sale).lt(0))',
  },
  'give-back-by-other-means': {
    file: 'src-main/payments/records/payment-records.ts',
    from: 'means,\n        reason,\n        lines: [...lines.value]',
    to: "means: 'cash',\n        reason,\n        lines: [...lines.value]",
  },
  'give-back-without-a-word': {
    file: 'src-shared/contract/call-rules.ts',
    from: 'giveBack: { ...byManagerOnOwnRecords, approval: ofMoneyBack },',
    to: 'giveBack: bySellerOnOwnRecords,',
  },
  'void-what-was-handed-over': {
    file: 'src-main/payments/records/payment-records.ts',
    from: 'if (sale.orders.some(({ order }) => isOutside(order))) return err(',
    to: 'if (sale.orders.length === 0) return err(',
  },
  'give-out-codes-of-void-sales': {
    file: 'src-main/reveals/records/deliveries.ts',
    from: '...(orders.some(({ keptBack }) => keptBack) ?',
    to: '...(orders.length > 99 ?',
  },
  'keep-void-sales-waiting': {
    file: 'src-main/orders/machine/order.ts',
    from: '&& !order.handedOver && !order.keptBack;',
    to: '&& !order.handedOver;',
  },
  'sum-by-the-usual-means': {
    file: 'src-main/payments/machine/tally.ts',
    from: 'received.of(now).addSum(sale.charge);',
    to: 'received.of(before ?? now).addSum(sale.charge);',
  },
  'charge-replacements': {
    file: 'src-main/app/counter/replacement.ts',
    from: 'const nothing = roundedCharge(new Big(0), currency, null);',
    to: 'const nothing = roundedCharge(new Big(1), currency, null);',
  },
  'sum-no-replacements': {
    file: 'src-main/day/machine/z.ts',
    from: '...(tally.replacements.length === 0 ?',
    to: '...(tally.replacements.length < 99 ?',
  },
  'name-no-late-sales': {
    file: 'src-main/day/machine/z.ts',
    from: 'late: tally.late.map(from),',
    to: 'late: tally.late.slice(1).map(from),',
  },
  'name-nothing-carried-over': {
    file: 'src-main/day/machine/z.ts',
    from: 'carriedOver: tally.carriedOver.map(lineOf),',
    to: 'carriedOver: tally.carriedOver.slice(1).map(lineOf),',
  },
  'read-balances-beside-sales': {
    file: 'src-main/reconcile/driver/balance-reader.ts',
    from: 'if (underWay().length > 0 || balances.wasAttemptedAfter(afterSeq)) continue;',
    to: '',
  },
};

/**
 * A PIN takes 80 ms of a thread, which a day that lives in a time of its own has not: the same function, at the least
 * that a file of people may say, and at once.
 */
export const quickPins: readonly Breach[] = [
  {
    file: 'src-main/vault/slow-digest.ts',
    from: 'const scryptKey = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);',
    to: "import { scryptSync as scryptKey } from 'node:crypto';",
  },
  {
    file: 'src-main/vault/slow-digest.ts',
    from: 'slowDigestLog2N = 15',
    to: 'slowDigestLog2N = 10',
  },
];

/** Also the faults of the machine alone, which the proof of all its states plants. */
const known: Readonly<Record<string, Breach>> = { ...machineBreaches, ...breaches };

export const knownLaws: readonly string[] = Object.keys(known);

/** From now on the module is loaded broken. Throws where the law is not known or its text not found exactly once. */
export function breakLaw(name: string): void {
  const breach = known[name];
  if (breach === undefined) throw new Error(`no law is called ${name}; known: ${knownLaws.join(', ')}`);
  breakModule(breach);
}
