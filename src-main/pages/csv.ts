/** A cell of a file for spreadsheets (RFC 4180): text that somebody wrote, or a plain figure of ours. */
export type CsvCell = { readonly text: string } | { readonly figure: string | number };

export function csvText(text: string): CsvCell {
  return { text };
}

export function csvFigure(figure: string | number): CsvCell {
  return { figure };
}

/**
 * The file, with a byte order mark, by which spreadsheets know UTF-8. The names of the columns stay as they are in each
 * language, for programs read them.
 */
export function csvFile(columns: readonly string[], lines: readonly (readonly CsvCell[])[]): string {
  const drawn = lines.map((cells) => cells.map(drawnCell).join(','));
  return `\u{FEFF}${[columns.join(','), ...drawn].map((line) => `${line}\r\n`).join('')}`;
}

/** What a spreadsheet would take for a formula, also in full width, begins with an apostrophe (CWE-1236). */
function drawnCell(cell: CsvCell): string {
  if ('figure' in cell) return figureOf(String(cell.figure));
  const { text } = cell;
  const plain = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}

/** A loss is a figure and no formula; whatever else is no figure was not ours. */
function figureOf(figure: string): string {
  if (!/^[0-9A-Za-z:._-]*$/.test(figure) || (figure.startsWith('-') && !/^-[0-9]+(?:\.[0-9]+)?$/.test(figure)))
    throw new Error('a text was written as a figure');
  return figure;
}
