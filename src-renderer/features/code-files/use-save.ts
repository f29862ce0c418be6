import { useEffect, useRef, useState } from 'react';
import type { CallInput } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { saveBytesByPage } from '../../base/save-by-page.ts';
import { expectSecret } from '../../base/screen-protection.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';

/** Where the password of a saved file can be looked at once. `gone` says that it is on the screen no more. */
export interface Saved {
  readonly frame: string;
  readonly cards: number;
  /** What the file is called: another name than was chosen where a file lay there. */
  readonly name: string;
  readonly gone: () => void;
}

interface Saving {
  readonly busy: boolean;
  readonly failure: ShownFailure | null;
  save: (input: CallInput<'reveals', 'saveForCompany'>) => Promise<void>;
}

/** Asks main for the file. A password that comes for a dialog that is no longer there is not taken. */
export function useSave(onSaved: (saved: Saved) => void): Saving {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const save: Saving['save'] = async (input) => {
    setBusy(true);
    setFailure(null);
    const gone = onlyOnce(expectSecret());
    const result = await ask((bridge) => bridge.reveals.saveForCompany(input));
    setBusy(false);
    const frame = result.ok ? result.value.frame : null;
    if (frame === null || !isHere.current) gone();
    if (!result.ok) setFailure(result.error);
    if (!result.ok || frame === null || !isHere.current) return;
    if (result.value.file !== null) saveBytesByPage(result.value.file);
    onSaved({ frame, cards: result.value.cards, name: result.value.name ?? '', gone });
  };
  return { busy, failure, save };
}

function onlyOnce(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
