import { invalid } from '../terminal/arguments.ts';
import { done, failed } from '../terminal/command-outcome.ts';
import type { Command } from './command.ts';

export const keys: Command = {
  usage: 'show | confirm THUMBPRINT | withdraw THUMBPRINT',
  options: [],
  words: { from: 1, to: 2 },
  roles: ['manager'],
  needsNobodyFor: ['show'],
  run: async (context) => {
    const [word, thumbprint] = context.args.words;
    if ((word === 'show') !== (thumbprint === undefined) || !['show', 'confirm', 'withdraw'].includes(word ?? ''))
      return failed(invalid('keys').error);
    const counter = await context.counter();
    if (!counter.ok) return failed(counter.error);
    const { serviceKeys } = counter.value.session;
    const shown =
      thumbprint === undefined
        ? await serviceKeys.look()
        : word === 'withdraw'
          ? serviceKeys.withdraw(thumbprint)
          : await serviceKeys.confirm(thumbprint);
    return shown.ok ? done(shown.value ?? { inProfile: true }) : failed(shown.error);
  },
};
