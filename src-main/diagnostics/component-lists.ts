import { carriedComponents } from '../deployment/schema/covered-components.ts';

type Names = readonly string[];

/** How an address is covered, the most usual first. */
const targets: readonly Names[] = [
  ['@method', '@authority', '@path', '@query'],
  ['@method', '@target-uri'],
  ['@method', '@path', '@query'],
  ['@method', '@authority', '@path'],
  ['@method', '@path'],
  ['@method', '@scheme', '@authority', '@path', '@query'],
];
export const dateField = 'x-service-date';
const bodily: Names = ['content-type', 'content-digest', 'nonce'];
const bodilyOrders: readonly Names[] = [
  bodily,
  ['content-digest', 'content-type', 'nonce'],
  ['content-digest', 'nonce'],
  ['nonce', 'content-digest'],
  ['content-digest', 'nonce', 'content-type'],
  ['nonce', 'content-digest', 'content-type'],
];

/** Lists of covered components that services usually require of a read, likely ones first. */
export function usualReadLists(current: Names): readonly Names[] {
  const usual = targets.map((target) => [...target, dateField]);
  return possible(carriedComponents.safeRead, current, [
    ...usual,
    ...usual.slice(0, 2).map((names) => [...names, 'accept-language']),
    ...targets.slice(0, 2).map((target) => [dateField, ...target]),
  ]);
}

/**
 * The same where the list of another kind was accepted: a service most likely wants that one without what a read does
 * not have.
 */
export function readLists(current: Names, model: Names): readonly Names[] {
  return possible(carriedComponents.safeRead, current, [
    model.filter((name) => !bodily.includes(name)),
    ...usualReadLists(current),
    ...edits(current, ['accept-language', '@query', '@scheme', dateField]),
    ...targets.slice(0, 2).map((target) => [dateField, ...target]),
    ...targets.slice(0, 2),
    model,
  ]);
}

/** The same for the diagnostic, given the list of reads that the service has accepted. */
export function diagnosticLists(current: Names, reads: Names): readonly Names[] {
  const own = reads.filter((name) => name !== 'accept-language');
  const bases = [reads, own, ...targets.map((target) => [...target, dateField])];
  return possible(carriedComponents.diagnostic, current, [
    ...bodilyOrders.map((names) => [...reads, ...names]),
    ...bases.flatMap((base) => [
      [...base, ...bodily],
      [...base, 'content-digest', 'content-type', 'nonce'],
    ]),
    ...edits(current, ['accept-language', '@query', ...bodily]),
    ...targets,
    reads,
    [...bodily, ...reads],
    [...bodily.slice(1), ...reads],
  ]);
}

/** One name more, one less, and the same in another order. */
function edits(current: Names, more: Names): readonly Names[] {
  return [
    ...current.map((_, index) => current.toSpliced(index, 1)),
    ...more.filter((name) => !current.includes(name)).map((name) => [...current, name]),
    current.toReversed(),
    [...current.filter((name) => !name.startsWith('@')), ...current.filter((name) => name.startsWith('@'))],
    [...current.filter((name) => name.startsWith('@')), ...current.filter((name) => !name.startsWith('@'))],
  ];
}

/** Without doubles, without the one in use, and without what no request of the kind carries. */
function possible(carried: Names, current: Names, lists: readonly Names[]): readonly Names[] {
  const fitting = lists
    .map((names) => names.filter((name) => carried.includes(name)))
    .filter((names) => names.length > 0);
  const byText = new Map(fitting.map((names) => [names.join(' '), names]));
  byText.delete(current.join(' '));
  return [...byText.values()];
}
