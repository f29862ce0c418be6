import { explore, type Explored } from './explore.ts';
import { oneOrder } from './one-order.ts';
import { pairs } from './pair.ts';
import type { Left } from './world.ts';

/** One part of what is explored, whole. */
export interface Part {
  readonly name: string;
  /** Null: two orders. */
  readonly left: Left | null;
  /** The answers that are given, where it is not all of them. */
  readonly among?: readonly string[];
}

/** What `npm test` explores. */
export const usualParts: readonly Part[] = [
  { name: 'what a person does', left: { posts: 2, reads: 2, delays: 0, upsets: 0, deeds: 1 } },
  { name: 'one late delivery', left: { posts: 1, reads: 2, delays: 1, upsets: 0, deeds: 0 } },
  { name: 'a kill, a restore or a copy', left: { posts: 1, reads: 2, delays: 0, upsets: 1, deeds: 0 } },
  { name: 'all of it', left: { posts: 1, reads: 1, delays: 1, upsets: 1, deeds: 0 } },
  { name: 'an answer that names the other order', left: null },
];

export const fullParts: readonly Part[] = [
  ...usualParts,
  { name: 'what a person does twice', left: { posts: 2, reads: 3, delays: 0, upsets: 0, deeds: 2 } },
  { name: 'one late delivery, two POSTs', left: { posts: 2, reads: 2, delays: 1, upsets: 0, deeds: 0 } },
  { name: 'a kill, a restore or a copy, two POSTs', left: { posts: 2, reads: 2, delays: 0, upsets: 1, deeds: 0 } },
  { name: 'all of it, and a person', left: { posts: 1, reads: 1, delays: 1, upsets: 1, deeds: 1 } },
  { name: 'nothing but answers', left: { posts: 3, reads: 3, delays: 0, upsets: 0, deeds: 0 } },
];

export function exploredPart({ left, among }: Part, mostStates?: number): Explored {
  return left === null ? explore(pairs(), mostStates) : explore(oneOrder(left, among), mostStates);
}

/** The part in few words and numbers. */
export function boundsOf({ left }: Part): string {
  if (left === null) return '2 orders with 1 POST and 1 GET each';
  const { posts, reads, delays, upsets, deeds } = left;
  const more = [
    ...(delays > 0 ? [`${delays} delay`] : []),
    ...(upsets > 0 ? [`${upsets} kill, restore or copy`] : []),
    ...(deeds > 0 ? [`${deeds} by a person`] : []),
  ];
  return [`${posts} POST`, `${reads} GET`, ...more].join(', ');
}
