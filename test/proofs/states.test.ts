import { describe, expect, it } from 'vitest';
import { orderStates } from '../../src-shared/contract/codes.ts';
import { explore, type Space } from './states/explore.ts';
import { exploredApart, hunt, replayed, walked } from './states/hunt.ts';
import { exactKey, keyOf } from './states/key.ts';
import { classes, oneOrder } from './states/one-order.ts';
import { plants, standsOnce } from './states/plants.ts';
import { usualParts } from './states/spaces.ts';
import type { Left, World } from './states/world.ts';

describe('every state that an order can come to', () => {
  it.each(usualParts)('breaks no law: $name', async (part) => {
    const { broken, isCut, states } = await exploredApart(part);
    expect(broken).toBe(null);
    expect(isCut).toBe(false);
    expect(states).toBeGreaterThan(1_000);
  });

  it('breaks no law on ways that chance takes, far longer than all can be tried', async () => {
    const { broken, longest, states } = await walked(1, 2_500, null);
    expect(broken).toBe(null);
    expect(longest).toBe(80);
    expect(Object.keys(states).toSorted()).toEqual([...orderStates].toSorted());
  });

  it('is reached also where states are merged', () => {
    for (const left of smallest) {
      const [merged, exact] = [keysIn(oneOrder(left)), keysIn({ ...oneOrder(left), keyOf: exactKey })];
      expect([...exact].filter((key) => !merged.has(key))).toEqual([]);
    }
  });
});

/** One answer after the other by its exact words is many: so few steps as show each part of the key. */
const smallest: readonly Left[] = [
  { posts: 1, reads: 1, delays: 0, upsets: 0, deeds: 0 },
  { posts: 1, reads: 0, delays: 1, upsets: 0, deeds: 0 },
  { posts: 1, reads: 0, delays: 0, upsets: 1, deeds: 0 },
  { posts: 1, reads: 0, delays: 0, upsets: 0, deeds: 1 },
];

/** The merged keys of all worlds that are met. */
function keysIn(space: Space<World>): ReadonlySet<string> {
  const keys = new Set<string>();
  explore({
    ...space,
    movesFrom: (world) => {
      keys.add(keyOf(world));
      return space.movesFrom(world);
    },
  });
  return keys;
}

describe('answers', () => {
  it('are merged only where the machine takes them alike', () => {
    const names = [...classes.createPartnerOrder, ...classes.getPartnerOrder].flatMap(({ members }) => members);
    expect(classes.createPartnerOrder.length).toBeLessThan(names.length / 3);
    const alike = (one: string, other: string): boolean =>
      classes.createPartnerOrder.some(({ members }) => members.includes(one) && members.includes(other));
    expect(alike('409 price_changed', '422 validation_failed')).toBe(true);
    expect(alike('409 price_changed', '409 price_changed, not bound')).toBe(false);
    expect(alike('500 internal_error', '504 request_timeout')).toBe(true);
    expect(alike('500 internal_error', '409 operation_processing')).toBe(false);
  });
});

describe('a fault that is planted in the machine', () => {
  it.each(Object.entries(plants))('replaces what stands there once: %s', (_, plant) => {
    expect(standsOnce(plant)).toBe(true);
  });

  it.each([
    ['attention-is-decided', 5],
    ['kept-answer-forgotten', 2],
    ['first-report-of-read-only', 5],
    ['other-answer-by-own-intent', 4],
  ])('is found by the shortest path: %s', async (name, steps) => {
    expect((await hunt(name)).broken?.steps).toHaveLength(steps);
  });

  it('is found by chance too, and shown with few steps', async () => {
    const { broken } = await walked(1, 2_500, 'schedule-not-dated');
    expect(broken?.law).toBe('what is unsettled has a next action or asks a person');
    expect(broken?.steps.length).toBeLessThan(20);
  });

  it.each([
    'attention-is-decided',
    'unverified-codes-left-behind',
    'copy-refused-first',
    'asked-pause-forgotten',
    'other-answer-by-own-intent',
    'resend-of-what-is-over',
  ])('shows in the whole counter by the same path, and without the fault does not: %s', async (name) => {
    const { broken } = await hunt(name);
    if (broken === null) throw new Error('the fault was not found');
    expect((await replayed(broken, name))?.law).toBe(broken.law);
    expect((await replayed(broken, null))?.law).not.toBe(broken.law);
  });
});
