import { describe, expect, it } from 'vitest';
import { checkInput } from '../../../../src-main/enrolment/input.ts';

const given = { invitationId: '00000000-0000-4000-8000-000000000001', token: 'token' };

function daysOf(window: { minimum: number; maximum: number }, validDays?: number): number | string | undefined {
  const checked = checkInput({ ...given, ...(validDays === undefined ? {} : { validDays }) }, window);
  return checked.ok ? checked.value.validDays : checked.error.field;
}

describe('the validity that is asked for', () => {
  it('is what the person says, within what the deployment allows', () => {
    const window = { minimum: 7, maximum: 90 };
    expect([daysOf(window, 7), daysOf(window, 90), daysOf(window, 6), daysOf(window, 91), daysOf(window, 7.5)]).toEqual(
      [7, 90, 'validDays', 'validDays', 'validDays'],
    );
  });

  it('is a year where nobody says anything, or what the deployment has nearest to it', () => {
    expect([
      daysOf({ minimum: 1, maximum: 731 }),
      daysOf({ minimum: 7, maximum: 90 }),
      daysOf({ minimum: 400, maximum: 500 }),
    ]).toEqual([365, 90, 400]);
  });
});

describe('what a person gives', () => {
  const window = { minimum: 1, maximum: 731 };
  const faultOf = (changes: object) => {
    const checked = checkInput({ ...given, ...changes }, window);
    return checked.ok ? null : checked.error;
  };
  const networks = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `10.0.0.${index}/32`);

  it.each([
    ['invitation', { invitationId: 'no invitation' }],
    ['token', { token: '' }],
    ['token', { token: 'two words' }],
    ['cidr', { cidrs: ['10.0.0.0/8', '10.0.0.1/8'] }],
    ['cidr', { cidrs: networks(51) }],
  ])('is refused for its %s where that is %j', (field, changes) => {
    expect(faultOf(changes)).toEqual({ code: 'input_invalid', field });
  });

  it('may name fifty networks, and each counts once', () => {
    expect(faultOf({ cidrs: networks(50) })).toBeNull();
    expect(checkInput({ ...given, cidrs: ['10.0.0.0/8', '::/0', '10.0.0.0/8'] }, window)).toMatchObject({
      value: { cidrs: ['10.0.0.0/8', '::/0'] },
    });
  });
});
