import { describe, expect, it } from 'vitest';
import { readForm } from '../../../../../src-renderer/features/enrolment/enrol-input.ts';

const id = '0f9c2b1e-1111-4222-8333-444455556666';
const form = {
  isTraining: false,
  invitationId: ` ${id.toUpperCase()} `,
  token: ' a token ',
  validDays: 365,
  networks: '203.0.113.0/24\n 198.51.100.7/32,',
};

describe('readForm', () => {
  it('trims what was pasted and reads one network from each line', () => {
    expect(readForm(form)).toEqual({
      ok: true,
      input: { invitationId: id, token: 'a token', validDays: 365, cidrs: ['203.0.113.0/24', '198.51.100.7/32'] },
    });
  });

  it('takes what a letter or a chat put round it and into it for nothing', () => {
    const marked = {
      ...form,
      invitationId: `\u200f${id.replace('-', '\u2011').replace('4222-', '4222-\n ')}\u200e`,
      token: '\u2068a-token\u2069\u200b\ufeff ',
      networks: '\u200e203.0.113.0/24\u200e\n\u200e198.51.100.7/32\u200e',
    };
    expect(readForm(marked)).toMatchObject({
      input: { invitationId: id, token: 'a-token', cidrs: ['203.0.113.0/24', '198.51.100.7/32'] },
    });
    expect(readForm({ ...form, token: '\u200f \u200b' })).toEqual({ ok: false, wrong: ['token'] });
  });

  it('takes the number out of the sentence or the quotes that it was sent in', () => {
    for (const sent of [`"${id}"`, `Your invitation number is ${id}.`])
      expect(readForm({ ...form, invitationId: sent })).toMatchObject({ input: { invitationId: id } });
  });

  it('names every field that is wrong', () => {
    expect(readForm({ ...form, invitationId: 'no', token: ' ' })).toEqual({
      ok: false,
      wrong: ['invitationId', 'token'],
    });
  });

  it('leaves invitation and token to main in training', () => {
    expect(readForm({ ...form, isTraining: true, invitationId: '', token: '' })).toEqual({
      ok: true,
      input: { validDays: 365, cidrs: ['203.0.113.0/24', '198.51.100.7/32'] },
    });
  });
});
