import { useEffect } from 'react';
import { create } from 'zustand';
import { ask } from '../../base/bridge.ts';

/** Whether this host prints and draws PDF; null until it was asked. */
const usePrinters = create<{ readonly available: boolean | null }>()(() => ({ available: null }));

/** Asks once: a host does not change while it runs. */
export function useHasPrinter(): boolean | null {
  const available = usePrinters((printers) => printers.available);
  useEffect(() => {
    if (available === null) void load();
  }, [available]);
  return available;
}

async function load(): Promise<void> {
  const printers = await ask(({ receipts }) => receipts.printers({}));
  if (printers.ok) usePrinters.setState({ available: printers.value.available });
}
