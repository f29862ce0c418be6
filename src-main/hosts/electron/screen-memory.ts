import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RememberedScreen } from '../../../src-shared/contract/remembered-screen.ts';
import { writeFileAtomically } from '../../files/atomic-write.ts';
import { readBounded } from '../../files/read-bounded.ts';

/** What the last run of a counter would have shown first, from its end to the next start (decision 0085). */
export interface ScreenMemory {
  /** Gives it once, as JSON; null where there is none for a page of this build. */
  readonly take: (build: string) => string | null;
  readonly keep: (build: string, screen: RememberedScreen) => void;
}

export function screenMemory(dataDirectory: string): ScreenMemory {
  const path = join(dataDirectory, 'first-screen.json');
  return {
    take: (build) => {
      try {
        const text = readBounded(path).toString('utf8');
        // What happens from now on is not in it: a counter that is killed leaves none behind.
        rmSync(path);
        const kept = Object(JSON.parse(text)) as { readonly build?: unknown; readonly screen?: unknown };
        return kept.build === build && kept.screen !== undefined ? JSON.stringify(kept.screen) : null;
      } catch {
        return null;
      }
    },
    keep: (build, screen) => {
      writeFileAtomically(path, new TextEncoder().encode(JSON.stringify({ build, screen })));
    },
  };
}
