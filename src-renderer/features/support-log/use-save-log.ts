import { useState } from 'react';
import type { CallOutput } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { saveByPage } from '../../base/save-by-page.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';

export type Saved = CallOutput<'supportLog', 'save'>['saved'];

interface SaveLog {
  readonly busy: boolean;
  readonly saved: Saved | null;
  readonly failure: ShownFailure | null;
  readonly save: () => Promise<void>;
}

/** Saves the log with the last connection check, as one file for whoever helps the shop. */
export function useSaveLog(): SaveLog {
  const [saved, setSaved] = useState<Saved | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const save = async (): Promise<void> => {
    setBusy(true);
    setSaved(null);
    const result = await ask((bridge) => bridge.supportLog.save({}));
    setBusy(false);
    setFailure(result.ok ? null : result.error);
    if (!result.ok) return;
    if (result.value.file !== null) saveByPage(result.value.file);
    setSaved(result.value.saved);
  };
  return { busy, saved, failure, save };
}
