import { create } from 'zustand';
import { ask } from '../../base/bridge.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import { useWallets } from '../wallets/wallets-store.ts';

/** Each may be 200 KB: what was seen long ago is asked for again. */
const mostKept = 300;

interface Logos {
  /** By category or subcategory; null where there is none to show. */
  readonly byId: ReadonlyMap<string, string | null>;
  ask: (id: string) => Promise<void>;
  /** What turned out not to be a picture. */
  drop: (id: string) => void;
  /** The service may have one by now. */
  forgetMissing: () => void;
}

export const useLogos = create<Logos>()((set, get) => ({
  byId: new Map(),
  ask: async (id) => {
    const walletId = useWallets.getState().selectedId;
    if (walletId === null || get().byId.has(id)) return;
    set(({ byId }) => ({ byId: withLogo(byId, id, null) }));
    const { isHere } = turn();
    const answer = await ask((bridge) => bridge.catalogue.logo({ walletId, id }));
    const image = answer.ok ? answer.value.image : null;
    if (image !== null && isHere()) set(({ byId }) => ({ byId: withLogo(byId, id, image) }));
  },
  drop: (id) => set(({ byId }) => ({ byId: withLogo(byId, id, null) })),
  forgetMissing: () => set(({ byId }) => ({ byId: new Map([...byId].filter(([, image]) => image !== null)) })),
}));

const turn = turnsOf(useLogos);

function withLogo(byId: Logos['byId'], id: string, image: string | null): Logos['byId'] {
  const others = [...byId].filter(([known]) => known !== id);
  return new Map([...others.slice(1 - mostKept), [id, image] as const]);
}
