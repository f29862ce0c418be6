import { isExportable } from '../../../app/counter/journal-rules.ts';
import { wholeNumberIn } from '../../../core/whole-number.ts';
import { purchaseSteps } from '../../../orders/records/steps.ts';
import { invalid, uuidWord } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';
import { listBackups } from './journal-backups.ts';
import { backup, purge, restore } from './journal-care.ts';
import { salvage } from './journal-salvage.ts';
import { verify } from './journal-verify.ts';

const eventsPerPage = 500;
/** After which one more word may follow. */
const takesWord: readonly string[] = ['events', 'backup', 'restore', 'purge'];

export const journal: Command = {
  usage:
    'verify [--all] [--since-last] | events [OP] [--cursor C | --all] | steps | backup FILE | backups | restore (FILE | DAY | latest) | salvage | purge [DAYS]',
  options: ['cursor', 'all', 'since-last'],
  optionsFor: {
    verify: ['all', 'since-last'],
    events: ['cursor', 'all'],
    steps: [],
    backup: [],
    backups: [],
    restore: [],
    salvage: [],
    purge: [],
  },
  words: { from: 1, to: 2 },
  roles: null,
  tellsCost: true,
  run: (context) => {
    const [what = '', more] = context.args.words;
    if (more !== undefined && !takesWord.includes(what)) return failed(invalid('journal').error);
    if (what === 'steps') return done({ items: [...purchaseSteps] });
    if (what === 'verify') return verify(context);
    if (what === 'events') return events(context);
    if (what === 'backup') return backup(context);
    if (what === 'backups') return listBackups(context);
    if (what === 'restore') return restore(context);
    if (what === 'salvage') return salvage(context);
    if (what === 'purge') return purge(context);
    return failed(invalid('journal').error);
  },
};

function events(context: CliContext): CommandOutcome {
  const { args } = context;
  const operation = args.words[1] === undefined ? null : uuidWord(args, 1, 'operation-id');
  if (operation !== null && !operation.ok) return failed(operation.error);
  const afterSeq = wholeNumberIn(args.text('cursor') ?? '0');
  if (afterSeq === null) return failed(invalid('cursor').error);
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const limit = args.flag('all') ? {} : { limit: eventsPerPage };
  const found = localRecords.value.journal.events({
    afterSeq,
    ...limit,
    ...(operation === null ? {} : { subject: operation.value }),
  });
  const items = found.filter(isExportable).map(({ seq, atMs, subject, kind, body, hash }) => ({
    seq,
    at: new Date(atMs).toISOString(),
    subject,
    kind,
    body,
    hash,
  }));
  // Their hashes, so that the chain can be followed past them (decision 0058).
  const withheld = found.filter((event) => !isExportable(event)).map(({ seq, hash }) => ({ seq, hash }));
  const last = found.at(-1);
  return done({
    items,
    ...(withheld.length === 0 ? {} : { withheld }),
    ...(last === undefined || args.flag('all') || found.length < eventsPerPage ? {} : { nextCursor: String(last.seq) }),
  });
}
