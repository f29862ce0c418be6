import { done, failed } from '../outcome.ts';
import type { Command } from './command.ts';

export const reconcile: Command = {
  usage: '',
  does: 'compares owned cards with the orders of this counter and accepts its restored or copied records as the one copy',
  options: [],
  words: { from: 0, to: 0 },
  run: async (context) => {
    const counter = await context.counter();
    if (!counter.ok) return failed(counter.error);
    const reconciled = await counter.value.reveals.reconcile();
    return reconciled.ok ? done(reconciled.value) : failed(reconciled.error);
  },
};
