import type { ReactNode } from 'react';
import { useText } from '../base/i18n/use-text.ts';
import { Busy } from '../ui/skeleton.tsx';

/** Under the header until the first screen is known. */
export function Opening({ children }: { children?: ReactNode }) {
  const text = useText();
  return (
    <main className="opening">
      <Busy label={text('app.opening')} />
      {children}
    </main>
  );
}
