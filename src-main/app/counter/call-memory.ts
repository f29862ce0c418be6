import type { Clock } from '../../core/ports.ts';
import { profileHash, type DeploymentProfile } from '../../deployment/profile.ts';
import { createCallHistory, type CallHistory } from '../../diagnostics/call-history.ts';
import { createLastCalls, type LastCalls } from '../../diagnostics/last-calls.ts';
import type { Journal } from '../../journal/journal.ts';

/** How people's last calls went, for the search for a cause. */
export interface CallMemory {
  readonly history: CallHistory;
  readonly lastCalls: LastCalls;
}

/** What cannot be written is reported by the next call that shows it again. */
export function openCallMemory(journal: Journal, profile: DeploymentProfile, clock: Pick<Clock, 'nowMs'>): CallMemory {
  const storeOf = (prefix: string) => ({
    read: (name: string) => journal.meta(`${prefix}:${name}`),
    keep: (name: string, text: string) => void journal.transaction((tx) => tx.setMeta(`${prefix}:${name}`, text)),
  });
  const hash = profileHash(profile);
  return {
    history: createCallHistory(hash, storeOf('last-signature')),
    lastCalls: createLastCalls({ profileHash: hash, nowMs: () => clock.nowMs(), ...storeOf('last-call') }),
  };
}
