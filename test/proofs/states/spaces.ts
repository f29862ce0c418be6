import { explore, type Explored, type Limits, type Space } from './explore.ts';
import { namingOther } from './naming-other.ts';
import { oneOrder } from './one-order.ts';
import type { Pair } from './pair.ts';
import { walletLimit } from './wallet-limit.ts';
import type { Left } from './world.ts';

/** Two orders that meet. */
const pairs = { namingOther, walletLimit } as const;

/** One part of what is explored, whole unless it has more states than it is given. */
export interface Part {
  readonly name: string;
  readonly of: Left | keyof typeof pairs;
  /** The answers that are given, where it is not all of them. */
  readonly among?: readonly string[];
  readonly limits?: Limits;
}

/** What `npm test` explores: everything at once with one POST and one GET, and more of them with less trouble. */
export const usualParts: readonly Part[] = [
  { name: 'everything at once', of: { posts: 1, reads: 1, delays: 1, upsets: 1, deeds: 1 } },
  { name: 'what a person does', of: { posts: 2, reads: 2, delays: 0, upsets: 0, deeds: 2 } },
  { name: 'one late delivery', of: { posts: 1, reads: 2, delays: 1, upsets: 0, deeds: 0 } },
  { name: 'one upset', of: { posts: 2, reads: 1, delays: 0, upsets: 1, deeds: 0 } },
  { name: 'an answer that names the other order', of: 'namingOther' },
  { name: "one wallet's limit", of: 'walletLimit' },
];

export const fullParts: readonly Part[] = [
  ...usualParts,
  { name: 'what a person does, and three GETs', of: { posts: 2, reads: 3, delays: 0, upsets: 0, deeds: 2 } },
  { name: 'one late delivery, two POSTs', of: { posts: 2, reads: 2, delays: 1, upsets: 0, deeds: 0 } },
  { name: 'one upset, two GETs', of: { posts: 2, reads: 2, delays: 0, upsets: 1, deeds: 0 } },
  { name: 'nothing but answers', of: { posts: 3, reads: 3, delays: 0, upsets: 0, deeds: 0 } },
];

/** One order with all that can happen to it at once, as far as so many states reach. */
export function wholeSpace(mostStates: number): Part {
  const limits = { mostStates, mostOpen: 1_500_000 };
  return { name: 'all of it', of: { posts: 2, reads: 3, delays: 1, upsets: 1, deeds: 2 }, limits };
}

export function exploredPart({ of, among, limits }: Part): Explored {
  if (typeof of === 'object') return explore(oneOrder(of, among), limits);
  const space: Space<Pair> = pairs[of]();
  return explore(space, limits);
}

/** The part in few words and numbers. */
export function boundsOf({ of }: Part): string {
  if (of === 'namingOther') return '2 orders with 1 POST and 1 GET each';
  if (of === 'walletLimit') return '2 orders with 1 POST, 1 GET and 1 choice of a person each';
  const { posts, reads, delays, upsets, deeds } = of;
  const more = [
    ...(delays > 0 ? [`${delays} late`] : []),
    ...(upsets > 0 ? [`${upsets} upset`] : []),
    ...(deeds > 0 ? [`${deeds} by a person`] : []),
  ];
  return [`${posts} POST`, `${reads} GET`, ...more].join(', ');
}
