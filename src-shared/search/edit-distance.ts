/**
 * Whether `typed` is, but for `most` slips (a letter too many, too few, wrong, or two swapped), the beginning of
 * `word`: a search goes on while the word is being typed.
 */
export function almostBegins(word: string, typed: string, most: number): boolean {
  const width = Math.min(word.length, typed.length + most);
  let before: number[] = [];
  let above = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= width; column += 1) {
      current.push(cost({ word, typed, row, column, before, above, current }));
    }
    if (Math.min(...current) > most) return false;
    before = above;
    above = current;
  }
  return Math.min(...above) <= most;
}

interface Cell {
  readonly word: string;
  readonly typed: string;
  readonly row: number;
  readonly column: number;
  readonly before: readonly number[];
  readonly above: readonly number[];
  readonly current: readonly number[];
}

/** One cell of the table of optimal string alignment. */
function cost({ word, typed, row, column, before, above, current }: Cell): number {
  const at = (line: readonly number[], index: number): number => line[index] ?? Number.MAX_SAFE_INTEGER;
  const isSame = word[column - 1] === typed[row - 1];
  const usual = Math.min(at(above, column) + 1, at(current, column - 1) + 1, at(above, column - 1) + (isSame ? 0 : 1));
  const isSwap = row > 1 && column > 1 && word[column - 1] === typed[row - 2] && word[column - 2] === typed[row - 1];
  return isSwap ? Math.min(usual, at(before, column - 2) + 1) : usual;
}
