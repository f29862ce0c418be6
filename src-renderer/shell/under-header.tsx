import type { ReactNode } from 'react';
import { Header } from './header.tsx';

/**
 * A screen that takes the place of the areas, such as the lock: what it draws stands under the header, which it knows
 * nothing of.
 */
export function UnderHeader({ children }: { children: ReactNode }) {
  return (
    <div className="frame">
      <Header />
      {children}
    </div>
  );
}
