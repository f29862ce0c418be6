import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { complaintReasons } from '../../../../src-shared/contract/complaint-words.ts';
import { supportTextOf } from '../../../app/counter/complaint-for-support.ts';
import type { Counter, LocalRecords } from '../../../app/counter/counter.ts';
import { codesToCompare, makeGood } from '../../../app/counter/replacement.ts';
import type { KnownComplaint, Seen } from '../../../complaints/records/complaint-records.ts';
import { complaintView } from '../../../complaints/views/complaint-view.ts';
import type { OperationId, SoldCardId } from '../../../core/ids.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { invalid, uuidWord, wholeNumber } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';
import { writeNew } from './report-file.ts';
import { settle } from './resume.ts';

export const complaints: Command = {
  usage:
    'list [--all] | open OP SOLD-CARD --reason R [--note N] | text ID [--write FILE.txt] | send ID [--note N] | ' +
    'replace ID [--note N] [--beside-pending] [--after-restore] [--wait S] [--reveal] | reject ID [--note N] | ' +
    'close ID [--note N]',
  options: ['all', 'reason', 'note', 'write', 'beside-pending', 'after-restore', 'wait', 'reveal'],
  optionsFor: {
    list: ['all'],
    open: ['reason', 'note'],
    text: ['write'],
    send: ['note'],
    replace: ['note', 'beside-pending', 'after-restore', 'wait', 'reveal'],
    reject: ['note'],
    close: ['note'],
  },
  columns: ['id', 'state', 'reason', 'openedAt', 'operationId', 'soldCardId'],
  words: { from: 1, to: 3 },
  roles: ['cashier', 'manager'],
  needsNobodyFor: ['list', 'text'],
  managersFor: ['replace', 'reject', 'close'],
  run: (context) => {
    const [what = ''] = context.args.words;
    const wanted = Object.hasOwn(wordsAfter, what) ? wordsAfter[what] : undefined;
    if (wanted === undefined || context.args.words.length - 1 !== wanted) return failed(invalid('complaints').error);
    if (what === 'list') return list(context);
    if (what === 'text') return textFor(context);
    if (what === 'replace') return replace(context);
    return changed(context, what);
  },
};

/** How many words follow each. */
const wordsAfter: Readonly<Record<string, number>> = {
  list: 0,
  open: 2,
  text: 1,
  send: 1,
  replace: 1,
  reject: 1,
  close: 1,
};

function list(context: CliContext): CommandOutcome {
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const { complaints: records } = localRecords.value;
  const found = context.args.flag('all') ? records.all() : records.open();
  return done({ items: found.map((known) => viewOf(context, localRecords.value, known)) });
}

function textFor(context: CliContext): CommandOutcome {
  const id = uuidWord(context.args, 1, 'complaint');
  if (!id.ok) return failed(id.error);
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const text = supportTextOf(localRecords.value, id.value, context.language);
  if (!text.ok) return failed(text.error);
  const file = context.args.text('write');
  if (file === null) return { ...done({ text: text.value }), shown: { items: linesIn(text.value) } };
  return writeNew(file, '.txt', text.value) ? done({ written: file }) : failed(invalid('write').error);
}

/** As a person copies it: line by line, without the marks that keep a file's directions apart. */
function linesIn(text: string): readonly string[] {
  return text.replaceAll(/[\u{2068}\u{2069}]/gu, '').split('\n');
}

async function changed(context: CliContext, what: string): Promise<CommandOutcome> {
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const known = change(context, counter.value, what);
  return known.ok ? done(viewOf(context, counter.value.localRecords, known.value)) : failed(known.error);
}

function change(context: CliContext, counter: Counter, what: string): Result<KnownComplaint, Failure> {
  const { complaints: records } = counter.localRecords;
  const compare = codesToCompare(counter);
  if (what === 'open') {
    const operationId = uuidWord<OperationId>(context.args, 1, 'operation-id');
    if (!operationId.ok) return operationId;
    const soldCardId = uuidWord<SoldCardId>(context.args, 2, 'sold-card');
    if (!soldCardId.ok) return soldCardId;
    const reason = complaintReasons.find((known) => known === context.args.text('reason'));
    if (reason === undefined) return invalid('reason');
    const note = context.args.text('note') ?? undefined;
    return records.begin({ operationId: operationId.value, soldCardId: soldCardId.value, reason, note }, compare);
  }
  const seen = seenIn(context, counter.localRecords);
  if (!seen.ok) return seen;
  return records.change(what === 'send' || what === 'reject' ? what : 'close', seen.value, compare);
}

async function replace(context: CliContext): Promise<CommandOutcome> {
  const { args } = context;
  const wait = wholeNumber(args, 'wait', { from: 0, to: 86_400, otherwise: 30 });
  if (!wait.ok) return failed(wait.error);
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const seen = seenIn(context, counter.value.localRecords);
  if (!seen.ok) return failed(seen.error);
  const answers = { besidesPending: args.flag('beside-pending'), afterRestore: args.flag('after-restore') };
  const begun = await makeGood(counter.value, { ...seen.value, ...answers }, counter.value.session.randomness);
  if (!begun.ok) return failed(begun.error);
  const { operationId } = begun.value;
  context.say(context.text('cli.operation', { operationId }));
  return settle(context, counter.value, operationId, wait.value * 1000);
}

/** Nobody else uses the folder meanwhile: what stands in the records is what the person means. */
function seenIn(
  { args }: CliContext,
  { complaints: records }: Pick<LocalRecords, 'complaints'>,
): Result<Seen, Failure> {
  const id = uuidWord(args, 1, 'complaint');
  if (!id.ok) return id;
  const known = records.find(id.value);
  if (known === null) return err({ code: 'input_invalid', field: 'complaint' });
  return ok({ id: id.value, revision: known.complaint.revision, note: args.text('note') ?? undefined });
}

function viewOf({ nowMs }: CliContext, { records }: Pick<LocalRecords, 'records'>, known: KnownComplaint) {
  return complaintView(known, records.find(known.complaint.operationId), nowMs());
}
