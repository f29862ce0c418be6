import { useState } from 'react';

/** In which element each card is drawn, by its id. */
export type Slots = ReadonlyMap<string, number>;

/**
 * A card that is still seen stays in its element, one that comes takes the element of one that is gone: to make and
 * to throw away elements is the half of what a scrolled frame costs.
 */
export function useSlots(ids: readonly string[], stopId: string | undefined): Slots {
  const [drawn, setDrawn] = useState<Drawn>({ ids: [], stopId: undefined, slots: new Map() });
  if (isSame(drawn, ids, stopId)) return drawn.slots;
  const slots = slotsFor(ids, drawn.slots, drawn.stopId);
  setDrawn({ ids, stopId, slots });
  return slots;
}

interface Drawn {
  readonly ids: readonly string[];
  readonly stopId: string | undefined;
  readonly slots: Slots;
}

function isSame(drawn: Drawn, ids: readonly string[], stopId: string | undefined): boolean {
  return (
    drawn.stopId === stopId && drawn.ids.length === ids.length && ids.every((id, index) => id === drawn.ids[index])
  );
}

/** What has the keyboard never becomes another card under the hand: the element of `stopId` is for no other. */
export function slotsFor(ids: readonly string[], before: Slots, stopId: string | undefined): Slots {
  const known = new Set(ids);
  const taken = new Set([...before].flatMap(([id, slot]) => (known.has(id) || id === stopId ? [slot] : [])));
  let free = 0;
  const nextFree = (): number => {
    while (taken.has(free)) free += 1;
    taken.add(free);
    return free;
  };
  return new Map(ids.map((id) => [id, before.get(id) ?? nextFree()]));
}
