import { useState } from 'react';
import type { Failure } from '../../src-shared/contract/codes.ts';

/** One step that main takes at a press: whether it is under way, and why it did not succeed. */
export function useStep(take: () => Promise<Failure | null>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const go = async (): Promise<void> => {
    setBusy(true);
    setFailure(await take());
    setBusy(false);
  };
  return { busy, failure, go };
}
