/** `document` with the section of this name replaced, or added at its end where it has none. */
export function withSection(document: string, name: string, content: string): string {
  const { start, end, from, to } = sectionOf(document, name);
  const section = `${start}\n${content.trim()}\n${end}`;
  if (from === -1 || to < from) return `${document.trimEnd()}\n\n${section}\n`;
  return document.slice(0, from) + section + document.slice(to + end.length);
}

/** The text of the section of this name; empty where there is none. */
export function sectionIn(document: string, name: string): string {
  const { start, from, to } = sectionOf(document, name);
  return from === -1 || to < from ? '' : document.slice(from + start.length, to).trim();
}

function sectionOf(document: string, name: string) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  return { start, end, from: document.indexOf(start), to: document.indexOf(end) };
}
