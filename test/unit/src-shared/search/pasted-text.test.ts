import { describe, expect, it } from 'vitest';
import { pastedId, pastedWords } from '../../../../src-shared/search/pasted-text.ts';

const id = '0f9c2b1e-1111-4222-8333-444455556666';
const other = id.replace('0f9c', '0f9d');

describe('a pasted id', () => {
  it.each([
    ['as it is', id],
    ['in capitals, with space around it', ` ${id.toUpperCase()}\r\n`],
    ['broken over lines', `${id.slice(0, 20)}\r\n  ${id.slice(20)}`],
    ['a sign at a time', id.replaceAll(/./g, '$& ')],
    ['with marks that nobody sees', `\u200f${id.slice(0, 4)}\u200b${id.slice(4)}\ufeff`],
    ['with other dashes', id.replaceAll('-', '\u2013')],
    ['with wide signs', id.replaceAll('1', '\uff11')],
    ['in quotes', `"${id}"`],
    ['in quotes of print', `\u201c${id}\u201d`],
    ['in Arabic quotes', `«${id}»`],
    ['in a sentence', `Your invitation is code ${id}. It is good for a week.`],
    ['in an Arabic sentence', `رقم دعوتك\u200f:${id}، وهو صالح`],
    ['behind a dash', `Invitation \u2014${id}\u2014 as promised`],
    ['in an address', `https://cards.example/enrol/${id}?from=mail`],
    ['in JSON', `{"invitationId":"${id}","days":365}`],
    ['twice, the same', `${id} (${id.toUpperCase()})`],
  ])('is taken %s', (_, text) => {
    expect(pastedId(text)).toBe(id);
  });

  it.each([
    ['nothing', ' \u200b'],
    ['a sentence without one', 'Your invitation comes tomorrow.'],
    ['two of them', `${id} ${other}`],
    ['one that is cut off', id.slice(0, -1)],
    ['one that is too long', `${id}7`],
    ['one within a longer one', `abcd-${id}`],
    ['one before a longer one', `${id}-abcd`],
    ['other letters', id.replace('f', 'g')],
  ])('is not %s', (_, text) => {
    expect(pastedId(text)).toBeNull();
  });
});

it('pasted words are what stands between blanks and commas', () => {
  expect(pastedWords('\u200e203.0.113.0/24\u200e,\n 198.51.100.7/32 ')).toEqual(['203.0.113.0/24', '198.51.100.7/32']);
  expect(pastedWords(' \u200b,')).toEqual([]);
});
