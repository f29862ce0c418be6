import type { UpdateFault } from '../../src-main/updates/fault.ts';

/** What a publisher can do about what a counter would refuse. */
const advice: Readonly<Partial<Record<UpdateFault['code'], string>>> = {
  tampered:
    'The bytes are not those that were signed, or a key signed that has no say. Write the document anew and sign it.',
  threshold_not_met: 'Fewer than two of the three keys signed it. Let another holder sign.',
  form_unknown: 'It is no document of this form. Is it the right file?',
  wrong_product: 'It is of another product. Is it the right file?',
  root_out_of_turn: 'Roots follow one another without a gap. Put each one into the feed under its own number.',
  expired: 'It has expired. Write it anew with a later --expires, and sign it.',
  clock_unreliable: 'It was written more than a day from now. Set the clock of the computer that wrote it.',
  feed_missing: 'There is no such file in the folder. Is it the right folder, and copied whole?',
  feed_refused: 'It is no plain file. Copy the file itself, and no link to it.',
  feed_unreachable: 'It cannot be read. Look who may read it.',
  too_long: 'It is longer than a document can be. Is it the right file?',
  truncated: 'It is not whole. Copy it again.',
  package_tampered: 'It is not the file that the release was written for. Copy it again, or write the release anew.',
  package_unfit: 'Write the release anew, for the right file.',
};

/** The code, what it is about, and what to do. */
export function advised({ code, detail }: UpdateFault): string {
  const about = detail === undefined ? code : `${code} ${detail}`;
  return code in advice ? `${about}. ${advice[code] ?? ''}` : about;
}
