import type { StartView } from '../../../src-shared/contract/schemas.ts';
import { useSession } from './session-store.ts';

/**
 * What is said of the way to the service: nothing was asked yet, answers come, none came for a while, no connection
 * comes up.
 */
export type ConnectionState = 'untried' | 'answering' | 'silent' | 'none';

export function connectionOf({ online, trouble }: Pick<StartView, 'online' | 'trouble'>): ConnectionState {
  if (!online) return 'none';
  return trouble === 'untried' || trouble === 'silent' ? trouble : 'answering';
}

export function useConnection(): ConnectionState {
  return useSession(({ start }) => (start === null ? 'untried' : connectionOf(start)));
}

/**
 * Whether calls go wrong for a reason that is none of their own. What failed meanwhile is asked for again when that
 * ends.
 */
export function useIsDisturbed(): boolean {
  return useSession(
    ({ start }) => start !== null && (!start.online || start.trouble === 'silent' || start.trouble === 'refused'),
  );
}
