import { judgeFirstRoot, type Known } from './judge.ts';

/** Written by the build (`scripts/build/update-source.ts`); null in one that looks for no updates. */
declare const COUNTERFOIL_UPDATES: { readonly feed: string; readonly root: string } | null | undefined;

/** Where a counter looks for updates, and what it believes before it has looked. */
export interface UpdateSource {
  readonly address: string;
  readonly first: Known;
}

/** The one of this build. The environment of the counter can name no other. */
export function builtInSource(): UpdateSource | null {
  const written = typeof COUNTERFOIL_UPDATES === 'undefined' ? null : COUNTERFOIL_UPDATES;
  if (written === null) return null;
  const first = judgeFirstRoot(new TextEncoder().encode(written.root));
  return first.ok ? { address: written.feed, first: first.value } : null;
}
