import { expect, it } from 'vitest';
import { refusedStartLines } from '../../../../../src-main/hosts/electron/refused-start.ts';

it('says in each language what the program does not start with', () => {
  expect(refusedStartLines('refusedStart.with', { names: '--no-sandbox, --proxy-server' })).toBe(
    'Counterfoil does not start with --no-sandbox, --proxy-server.\nلا يبدأ Counterfoil مع --no-sandbox, --proxy-server.\n',
  );
});
