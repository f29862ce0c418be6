import { invalid } from '../terminal/arguments.ts';
import { done, failed } from '../terminal/command-outcome.ts';
import type { Command } from './command.ts';

/** How many words follow each. */
const wordsAfter: Readonly<Record<string, number>> = { list: 0, set: 4, history: 0 };
/** Stands for no limit. */
const none = 'none';

export const limits: Command = {
  usage: `list | set CUR SALE SHIFT CARD (each an amount or ${none}) | history`,
  options: [],
  words: { from: 1, to: 5 },
  roles: ['manager'],
  readsFor: ['list', 'history'],
  run: (context) => {
    const [what = '', currency = '', ...amounts] = context.args.words;
    const wanted = Object.hasOwn(wordsAfter, what) ? wordsAfter[what] : undefined;
    if (wanted === undefined || context.args.words.length - 1 !== wanted) return failed(invalid('limits').error);
    const localRecords = context.localRecords();
    if (!localRecords.ok) return failed(localRecords.error);
    const records = localRecords.value.limits;
    if (what === 'history')
      return done({
        items: records.history().map(({ atMs, body }) => ({ ...body, at: new Date(atMs).toISOString() })),
      });
    if (what === 'set') {
      const [sale = null, shift = null, card = null] = amounts.map((amount) => (amount === none ? null : amount));
      const set = records.set({ currency, sale, shift, card });
      if (!set.ok) return failed(set.error);
    }
    return done({ items: records.read() });
  },
};
