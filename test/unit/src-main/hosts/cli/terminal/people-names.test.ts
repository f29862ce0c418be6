import { expect, it } from 'vitest';
import { withPeople } from '../../../../../../src-main/hosts/cli/terminal/people-names.ts';

const personOf = (id: string): string | null => (id === 'p1' ? 'Mona' : null);

it('names a person wherever the value says by an id who did something, and leaves the id of a row', () => {
  expect(
    withPeople({ open: { by: 'p1' }, items: [{ id: 'p1', by: 'p2', count: 3, seen: null, all: ['p1'] }] }, personOf),
  ).toEqual({ open: { by: 'Mona' }, items: [{ id: 'p1', by: 'p2', count: 3, seen: null, all: ['Mona'] }] });
});
