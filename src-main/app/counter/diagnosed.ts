import type { CallOutput } from '../../../src-shared/contract/schemas.ts';

type Look = CallOutput<'diagnosis', 'run'>;
type Search = CallOutput<'diagnosis', 'search'>;

/** The last diagnosis of the deployment that is open, as it went to a screen. */
export interface Diagnosed {
  readonly looked: (look: Look) => void;
  readonly searched: (search: Search) => void;
  readonly last: () => { readonly look: Look | null; readonly search: Search | null };
  readonly forget: () => void;
}

export function rememberDiagnosis(): Diagnosed {
  let last: ReturnType<Diagnosed['last']> = { look: null, search: null };
  return {
    looked: (look) => {
      last = { ...last, look };
    },
    searched: (search) => {
      last = { ...last, search };
    },
    last: () => last,
    forget: () => {
      last = { look: null, search: null };
    },
  };
}
