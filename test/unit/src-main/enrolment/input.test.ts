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
