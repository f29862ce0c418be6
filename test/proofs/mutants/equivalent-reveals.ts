import { alike, type Equivalent } from './alike.ts';

/** Those of `reveals`; how one is known is said in `equivalent.ts`. */
export const equivalentsOfReveals: readonly Equivalent[] = [
  ...alike('src-main/reveals/driver/ask.ts', 'const started = { isRecorded: false };', 'what is not said is not so', [
    ['{ isRecorded: false }', '{}'],
  ]),
  ...alike(
    'src-main/reveals/driver/ask.ts',
    "case 'notKept': return dispatch(context, subject, { kind: 'failed', attempt, failure: unverifiedFailure(outcome.judged) });",
    'what was not kept could not be verified, and a judged answer that is not verified fails for the same reason',
    [
      [
        "case 'notKept': return dispatch(context, subject, { kind: 'failed', attempt, failure: unverifiedFailure(outcome.judged) });",
        "case 'notKept':",
      ],
    ],
  ),
  ...alike(
    'src-main/reveals/driver/ask.ts',
    "const ofOrder = subject.kind === 'order' ?",
    'a card or an invoice has no operation, and nothing is sealed for none; the types ask',
    [["subject.kind === 'order'", 'true']],
  ),
  ...alike(
    'src-main/reveals/driver/copied-codes.ts',
    'await clipboard?.clearIfStill(copied.sha256)',
    'without a clipboard nothing was ever copied; the types ask',
    [['clipboard?.clearIfStill', 'clipboard.clearIfStill']],
  ),
  ...alike('src-main/reveals/driver/reveals.ts', "checks.run('reconcile',", 'there is one kind of check alone', [
    ["'reconcile'", '""'],
  ]),
  ...alike(
    'src-main/reveals/driver/show.ts',
    ': ok({ operationId, codesIn: none });',
    'whoever does not look any more gets nothing of it',
    [['{ operationId, codesIn: none }', '{}']],
  ),
  ...alike(
    'src-main/reveals/driver/ask-for-order.ts',
    'const invoiceId = asked.order.completed?.invoiceId ?? null;',
    'codes are asked for of what was bought alone; the types ask',
    [['asked.order.completed?.invoiceId', 'asked.order.completed.invoiceId']],
  ),
  ...alike(
    'src-main/reveals/driver/wallet-lists.ts',
    'skipped += countOf(more);',
    'all that is asked is whether there are any',
    [['skipped += countOf(more)', 'skipped -= countOf(more)']],
  ),
  ...alike(
    'src-main/reveals/driver/wallet-lists.ts',
    '...(nextCursor === undefined ? {} : { nextCursor })',
    'a member without a value is no cursor either; the types ask',
    [['nextCursor === undefined', 'false']],
  ),
  ...alike(
    'src-main/reveals/records/credentials.ts',
    'return ofOrder.length > 0 ? ofOrder :',
    'the codes of an order stand under a name that is read of a reveal too',
    [['ofOrder.length > 0', 'false']],
  ),
  ...alike(
    'src-main/reveals/records/credentials.ts',
    'if (!answers.has(sealedId)) {',
    'it opens once more, to the same',
    [['!answers.has(sealedId)', 'true']],
  ),
  ...alike(
    'src-main/reveals/records/credentials.ts',
    'answers.get(sealedId)?.filter((credential) => credential.soldCardId === soldCardId) ?? [];',
    'it was put there just before; the types ask',
    [
      ['answers.get(sealedId)?.filter', 'answers.get(sealedId).filter'],
      ['[]', '["Stryker was here"]'],
    ],
  ),
  ...alike(
    'src-main/reveals/records/deliveries.ts',
    'if (order === null || sealedId === undefined) return',
    'an order that is not here has no codes; the types ask',
    [['order === null', 'false']],
  ),
  ...alike(
    'src-main/reveals/records/deliveries.ts',
    '(codes.value[0]?.[part] ?? null)',
    'where codes open there is one; the types ask',
    [['codes.value[0]?.[part]', 'codes.value[0][part]']],
  ),
  ...alike(
    'src-main/reveals/records/deliveries.ts',
    'const recorded = waiting.length === 0 ? ok([]) :',
    'nothing is written of no order, and all that is asked is whether that went well',
    [
      ['waiting.length === 0', 'false'],
      ['[]', '["Stryker was here"]'],
    ],
  ),
  ...alike(
    'src-main/reveals/records/deliveries.ts',
    'return order === null ? [] : [[id, order]];',
    'each of them was found just before; the types ask',
    [
      ['order === null', 'false'],
      ['[]', '["Stryker was here"]'],
    ],
  ),
  ...alike(
    'src-main/reveals/records/dispatch.ts',
    "const verified = judged.kind === 'verified' ? judged : null;",
    'an answer that is not verified brings nothing that its signature would stand for',
    [["judged.kind === 'verified'", 'true']],
  ),
  ...alike(
    'src-main/reveals/records/dispatch.ts',
    "{ kind: 'judged', ...kept, answer }",
    'whatever has not failed is judged',
    [["'judged'", '""']],
  ),
  ...alike(
    'src-main/reveals/records/dispatch.ts',
    'answer === null || !outcome.ok ? ok(undefined)',
    'only a verified answer comes out well; the types ask',
    [['answer === null', 'false']],
  ),
  ...alike(
    'src-main/reveals/records/judge-again.ts',
    'const opened = subject === null ? null :',
    'what opens for no subject is left alone',
    [['subject === null', 'false']],
  ),
  ...alike(
    'src-main/reveals/records/judge-again.ts',
    'if (subject === null || opened?.ok !== true) continue;',
    'it was opened where there is a subject alone; the types ask',
    [
      ['subject === null', 'false'],
      ['opened?.ok', 'opened.ok'],
    ],
  ),
  ...alike(
    'src-main/reveals/records/judge-again.ts',
    'listed: null, insteadOf: [] }',
    'it is named in what is asked for, and nothing is asked for here',
    [['[]', '["Stryker was here"]']],
  ),
  ...alike(
    'src-main/reveals/records/held-codes.ts',
    "if (journal.copyStatus() === 'own') return false;",
    'what follows says the same of records that are the one copy',
    [
      ["journal.copyStatus() === 'own'", 'false'],
      ["'own'", '""'],
    ],
  ),
  ...alike(
    'src-main/reveals/records/held-codes.ts',
    'return intent !== undefined && areCodesHeld',
    'an order that was found has an intent; the types ask',
    [['intent !== undefined', 'true']],
  ),
  ...alike('src-main/reveals/records/owned-check.ts', 'return () => false;', 'neither is a doubt', [
    ['() => false', '() => undefined'],
  ]),
  ...alike(
    'src-main/reveals/records/owned-check.ts',
    "kind === 'owned-cards-read' && seq < checkSeq && body.isEnd ? [body.walletId] : []",
    'no others were asked for, and no wallet is named so; the types ask',
    [
      ["kind === 'owned-cards-read'", 'true'],
      ['[]', '["Stryker was here"]'],
    ],
  ),
  ...alike(
    'src-main/reveals/records/read-answer.ts',
    'return owner === undefined || mayBeOf(subject, owner);',
    'whatever has codes has an owner, if only one that is not said; the types ask',
    [['owner === undefined', 'false']],
  ),
  ...alike('src-main/reveals/records/read-answer.ts', "kind: 'verified',", 'whatever is not refused is verified', [
    ["'verified'", '""'],
  ]),
  ...alike(
    'src-main/reveals/records/credentials.ts',
    '...(revealedAt === undefined ? {} : { revealedAt })',
    'a member without a value says no more than none; the types ask',
    [['revealedAt === undefined', 'false']],
  ),
];
