import { alike, type Equivalent } from './alike.ts';

/** Those of `orders` beside its machine; how one is known is said in `equivalent.ts`. */
export const equivalentsOfOrderRecords: readonly Equivalent[] = [
  ...alike(
    'src-main/orders/codes/order-codes.ts',
    'const page = orders.page({ show, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });',
    'a cursor of undefined is none',
    [['cursor === undefined', 'false']],
  ),
  ...alike(
    'src-main/orders/driver/driver.ts',
    "const pauseMs = pauseByHandMs(order, step, { how: 'asAsked', leftMs: 0 }, now);",
    'it is asked only whether it is now, and no pause fits into no time or into an unknown one',
    [
      ["{ how: 'asAsked', leftMs: 0 }", '{}'],
      ["'asAsked'", '""'],
    ],
  ),
  ...alike(
    'src-main/orders/driver/driver.ts',
    'const read = other === null ? null : await readOther(other);',
    'no order has null for its id, and then none is known either way; the types ask',
    [['other === null', 'false']],
  ),
  ...alike(
    'src-main/orders/driver/driver.ts',
    "const known = other === null ? 'none' : read?.ok === true ? knownReadOf(other, read.value) : null;",
    'where there is another order it was read; the types ask',
    [['read?.ok', 'read.ok']],
  ),
  ...alike(
    'src-main/orders/records/check-texts.ts',
    "const condition = texts?.conditionOf(subject, event.body) ?? 'locked';",
    'what is neither whole nor damaged was not checked, whatever it is called',
    [["'locked'", '""']],
  ),
  ...alike(
    'src-main/orders/records/copies.ts',
    'if (boundarySeq === 0) return;',
    'no order is older than the first event, so that none is looked at further',
    [['boundarySeq === 0', 'false']],
  ),
  ...alike(
    'src-main/orders/records/copies.ts',
    'order === null || !journal.isSettleOnly(operationId) ? [] : readOnlySince(operationId, order, boundarySeq);',
    'what has no intent has no first event either, and is none of those; the types ask',
    [['order === null', 'false']],
  ),
  ...alike(
    'src-main/orders/records/find-page.ts',
    '{ show, states, find, named = [], ...rest }: PageQuery',
    'no order has that number',
    [['[]', '["Stryker was here"]']],
  ),
  ...alike(
    'src-main/orders/records/find-page.ts',
    ': { states: { anyOf: states.anyOf.filter(isFinal), orPending: !states.anyOf.every(isFinal) } };',
    'whatever is in a state that is not final is pending, and found by that',
    [['states.anyOf.filter(isFinal)', 'states.anyOf']],
  ),
  ...alike(
    'src-main/orders/records/find-page.ts',
    'return facts === null || states?.anyOf.includes(stateOf(facts, states.nowMs)) === true;',
    'facts are read only where states are asked for; the types ask',
    [['states?.anyOf', 'states.anyOf']],
  ),
  ...alike(
    'src-main/orders/records/find-page.ts',
    'return ok({ operationIds, ...(nextCursor === undefined ? {} : { nextCursor }) });',
    'a cursor of undefined is none',
    [['nextCursor === undefined', 'false']],
  ),
  ...alike(
    'src-main/orders/records/find-page.ts',
    'operationIds: [...named, ...(operationId === null ? [] : [operationId])],',
    'no order has null or that text for its number',
    [
      ['operationId === null', 'false'],
      ['[]', '["Stryker was here"]'],
    ],
  ),
  ...alike(
    'src-main/orders/records/history.ts',
    'if (event.kind !== orderIntendedKind || event.body.sealed === undefined) return event;',
    'no other event holds a text or commits to one',
    [['event.kind !== orderIntendedKind', 'false']],
  ),
  ...alike(
    'src-main/orders/records/kept-answers.ts',
    "const namesOther = answer.kind === 'verified' && answer.named !== null && answer.named !== operationId;",
    'the intent of another order counts only where the answer names that order; the types ask',
    [
      ["answer.kind === 'verified' && answer.named !== null && answer.named !== operationId", 'true'],
      [
        "answer.kind === 'verified' && answer.named !== null && answer.named !== operationId",
        "answer.kind === 'verified' && answer.named !== null || answer.named !== operationId",
      ],
      ["answer.kind === 'verified' && answer.named !== null", 'true'],
      ["answer.kind === 'verified' && answer.named !== null", "answer.kind === 'verified' || answer.named !== null"],
      ["answer.kind === 'verified'", 'true'],
      ['answer.named !== null', 'true'],
      ['answer.named !== operationId', 'true'],
    ],
  ),
  ...alike(
    'src-main/orders/records/kept-answers.ts',
    'if (verified === null || isVerified !== true) return;',
    'an answer that is not verified is never decided as one that is; the types ask',
    [['verified === null', 'false']],
  ),
  ...alike(
    'src-main/orders/records/kept-answers.ts',
    "if (typeof count === 'number' && count > 0) judgeAgain(context, knownId<OperationId>(subject));",
    'an order without such answers has none to judge again',
    [
      ["typeof count === 'number' && count > 0", 'true'],
      ["typeof count === 'number' && count > 0", "typeof count === 'number' || count > 0"],
      ["typeof count === 'number'", 'true'],
      ['count > 0', 'true'],
      ['count > 0', 'count >= 0'],
    ],
  ),
  ...alike(
    'src-main/orders/records/kept-answers.ts',
    "if (judged.kind === 'unverified' && judged.reason === reason) {",
    'what is verified has no reason; the types ask',
    [["judged.kind === 'unverified'", 'true']],
  ),
  ...alike(
    'src-main/orders/records/order-records.ts',
    "if (history.facts === null || row === null) throw new Error('an order event without an intent');",
    'there is a row where there are facts; the types ask',
    [
      ['history.facts === null || row === null', 'history.facts === null && row === null'],
      ['row === null', 'false'],
    ],
  ),
  ...alike(
    'src-main/orders/records/order-records.ts',
    'const limit = besides === undefined ? 1 : 2 * mostBasketLines + 1;',
    'the first is taken, however many are read',
    [['besides === undefined', 'false']],
  ),
  ...alike(
    'src-main/orders/records/order-records.ts',
    'scheduled: (after, limit) => journal.scheduled({ after, limit }).flatMap((row) => scheduledIn(row) ?? []),',
    'the journal gives only those that have a time; the types ask',
    [['[]', '["Stryker was here"]']],
  ),
  ...alike(
    'src-main/orders/records/order-records.ts',
    'const subjects = seq === null ? [] : journal.subjectsSince(seq);',
    'no event comes after none, and that text is the number of no order',
    [
      ['seq === null', 'false'],
      ['[]', '["Stryker was here"]'],
    ],
  ),
  ...alike(
    'src-main/orders/records/order-records.ts',
    '...(cursor === undefined ? {} : { cursor })',
    'a cursor of undefined is none',
    [['cursor === undefined', 'false']],
  ),
  ...alike(
    'src-main/orders/records/order-records.ts',
    'const whole = { operationIds: [], saleNumbers: [saleNumber], reference: null, isSure: true };',
    'no order has that number, and no second page is asked for',
    [
      ['[]', '["Stryker was here"]'],
      ['true', 'false'],
    ],
  ),
  ...alike(
    'src-main/orders/records/dispatch.ts',
    'const intent = replaces === undefined ? undefined : records.find(replaces)?.intent;',
    'no order has undefined for its number; the types ask',
    [['replaces === undefined', 'false']],
  ),
  ...alike(
    'src-main/orders/records/dispatch.ts',
    'return replaces === undefined ? saleNumbers.next() : (records.find(replaces)?.intent.saleNumber ?? null);',
    'a new try of what is not known was refused before; the types ask',
    [['records.find(replaces)?.intent', 'records.find(replaces).intent']],
  ),
  ...alike(
    'src-main/orders/records/dispatch.ts',
    'if (known?.profile === profile && known.terms.pinned.keyId === keyId) return known.terms;',
    'they are what they would be made of again',
    [['known?.profile === profile && known.terms.pinned.keyId === keyId', 'false']],
  ),
  ...alike(
    'src-main/orders/records/dispatch.ts',
    'lastTerms.set(intent, { profile, terms });',
    'what is not kept is made again',
    [['{ profile, terms }', '{}']],
  ),
  ...alike(
    'src-main/orders/records/sale-numbers.ts',
    "return saleNumberLetters[byte % saleNumberLetters.length] ?? '';",
    'the remainder always names a letter; the types ask',
    [["''", '"Stryker was here!"']],
  ),
];
