import { describe, expect, it } from 'vitest';
import { noteFault, noteOf } from '../../../../../src-main/complaints/machine/note.ts';

const codes = [
  { soldCardId: '1', serialNumber: '0087', voucher: '4815-1623-4242-9901' },
  { soldCardId: '2', serialNumber: 'SN-77QX', voucher: 'ABCD-EFGH-JKLM' },
];
const known = { codes, isWhole: true };
const holds = { code: 'note_holds_code', field: 'note' };

describe('a note', () => {
  it.each([
    'it says 4815162342429901',
    'it says 4815 1623 4242 9901.',
    'تقول ٤٨١٥-١٦٢٣-٤٢٤٢-٩٩٠١',
    'nearly all of it: 4815 1623 4242',
    'दस ४८१५ १६२३ ४२४२ ९९०१',
    'persian ۴۸۱۵۱۶۲۳',
    'joined 4\u{200D}8\u{200C}1-5.1/6_2 3',
    'width: ４８１５１６２３４２４２９９０１',
    'abcd efgh',
    'the card with serial 0087',
    'sn-77qx is refused',
  ])('with a code or a serial number is refused: %s', (text) => {
    expect(noteFault(noteOf(text), known)).toEqual(holds);
  });

  it.each(['', '  ', 'used in May 2025, line 0077 555 1234', 'رقم الزبون 0799 123 456', 'was 00870 dinars'])(
    'of other words is kept: %s',
    (text) => {
      expect(noteFault(noteOf(text), known)).toBeNull();
    },
  );

  it.each(['two\nlines', 'a\u{202E}b', 'a\u{2066}b', 'a\u{0}b', 'tab\tbed', '\u{D800}x'])(
    'with what nobody sees is refused, and the field is named: %j',
    (text) => {
      expect(noteFault(noteOf(text), known)).toEqual({ code: 'input_invalid', field: 'note' });
    },
  );

  it('is as long as it may be, counted in signs, and no longer', () => {
    expect(noteFault(noteOf('😀'.repeat(300)), known)).toBeNull();
    expect(noteFault(noteOf('ع'.repeat(301)), known)).toMatchObject({ field: 'note', detail: 'at_most_300' });
  });

  it('holds no long number where the codes do not open any more', () => {
    const purged = { codes: [], isWhole: false };
    expect(noteFault('it says 4815 1623 4242 9901', purged)).toEqual(holds);
    expect(noteFault('call +962 79 123 4567', purged)).toBeNull();
  });
});
