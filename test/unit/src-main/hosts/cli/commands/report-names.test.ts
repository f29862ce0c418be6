import { expect, it } from 'vitest';
import { withNames } from '../../../../../../src-main/hosts/cli/commands/report-file.ts';

const nothing = { sales: 1, cards: 1, charge: [], uncharged: 0, cost: [], margin: [] };
const words = {
  language: 'en',
  personOf: (id: string) => (id === 'p1' ? 'Mona' : null),
  walletOf: (id: string) => (id === 'w1' ? 'Main wallet' : null),
} as const;

it('names people and wallets to who reads a report, and leaves the id of whom nobody knows', () => {
  const group = (id: string | null) => ({ id, name: null, ...nothing });
  const report = {
    by: 'p1',
    byPerson: [group('p1'), group('p2'), group(null)],
    byWallet: [group('w1'), group('w2')],
  };
  expect(withNames(report, words)).toEqual({
    by: 'Mona',
    byPerson: [
      { person: 'Mona', ...nothing },
      { person: 'p2', ...nothing },
      { person: null, ...nothing },
    ],
    byWallet: [
      { wallet: 'Main wallet', ...nothing },
      { wallet: 'w2', ...nothing },
    ],
  });
});
