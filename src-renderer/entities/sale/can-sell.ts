import { useSession } from '../../base/stores/session-store.ts';
import { useIsInDoubt } from '../records/copy-status-store.ts';

/** Whether anything can be bought now: main has said what holds, its records are no copy, and there is a network. */
export function useCanSell(): boolean {
  const isOpen = useSession(({ start, isRemembered }) => start?.online === true && !isRemembered);
  return !useIsInDoubt() && isOpen;
}
