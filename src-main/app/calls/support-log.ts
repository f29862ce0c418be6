import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { ok } from '../../core/result.ts';
import { bundleText } from '../../support-log/bundle.ts';
import type { CallContext } from './context.ts';

/** So much of the log is shown; the file that is saved has all of it. */
const shownBytes = 100_000;

/** The log for support: to be looked at, and to be saved with the last diagnosis as one file. */
export function supportLogCalls({ ports, diagnosed }: CallContext): CallHandlers['supportLog'] {
  return {
    read: async () => ok({ text: (await ports.supportLog?.text(shownBytes)) ?? '' }),
    save: async () => {
      const madeAt = new Date(ports.clock.nowMs()).toISOString();
      const log = (await ports.supportLog?.text()) ?? '';
      const text = bundleText({ version: ports.version, madeAt, ...diagnosed.last(), log });
      const name = `counterfoil-support-${madeAt.slice(0, 10)}.txt`;
      if (ports.saveFile === undefined) return ok({ saved: 'byPage' as const, file: { name, text } });
      const saved = await ports.saveFile(name, text, 'log');
      return ok({ saved: saved === null ? 'nowhere' : saved ? 'here' : 'failed', file: null });
    },
  };
}
