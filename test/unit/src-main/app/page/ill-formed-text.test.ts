import { describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { handlersOf } from '../calls/handlers.ts';

const id = '8d3143c9-e6e0-4069-b7aa-4ad5dc6de753';
const half = '\u{d800}';

describe('half a character in a call', () => {
  it.each([
    ['reveals', 'ownedCards', { walletId: id, cursor: half }, 'cursor'],
    ['enrolment', 'begin', { validDays: 1, cidrs: ['10.0.0.0/8', `a${half}b`] }, 'cidrs.1'],
    ['preferences', 'change', { shop: { nameEn: half, nameAr: '', addressEn: '', addressAr: '' } }, 'shop.nameEn'],
    ['preferences', 'change', { [half]: 1 }, '\u{fffd}'],
    ['staff', 'add', { name: `Mona ${half}`, role: 'manager', pin: '73519462' }, 'name'],
  ])('is refused by its field at %s.%s', async (domain, call, input, field) => {
    const reached: unknown[] = [];
    const dispatch = createDispatch(
      handlersOf((name) => reached.push(name)),
      (error) => reached.push(error),
    );
    expect(await dispatch(domain, call, input)).toEqual({ ok: false, error: { code: 'input_invalid', field } });
    expect(reached).toEqual([]);
  });

  it('is taken where it is whole', async () => {
    const reached: unknown[] = [];
    const dispatch = createDispatch(
      handlersOf((name) => reached.push(name)),
      (error) => reached.push(error),
    );
    await dispatch('staff', 'add', { name: 'Mona 🙂', role: 'manager', pin: '73519462' });
    expect(reached).toEqual(['staff.add']);
  });
});
