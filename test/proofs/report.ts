import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sectionIn, withSection } from '../../scripts/lib/section.ts';
import { projectRoot } from '../support/project.ts';

/**
 * The page that the proofs write their tables to. Each proof owns one section between its markers and leaves the rest
 * alone.
 */
const page = join(projectRoot, 'docs', 'proofs.md');
const opening =
  '# Proofs\n\nEach section is written by the command it names, with `--write`, and holds for the code of its day.\n';

/** A table in Markdown; cells are text or numbers, and a bar in one is escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The same table for a terminal: columns in line, numbers to the right. */
export function textTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => String(row[column] ?? '').length)),
  );
  const line = (cells: readonly (string | number)[]): string =>
    widths
      .map((width, column) => padded(cells[column] ?? '', width))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Puts a section into `docs/proofs.md` with its day, in one move: other proofs may be writing theirs. */
export function writeSection(name: string, content: string): void {
  const document = existsSync(page) ? readFileSync(page, 'utf8') : opening;
  const draft = `${page}.${String(process.pid)}.new`;
  writeFileSync(draft, withSection(document, name, `${content.trim()}\n\nWritten on ${today()}.`));
  renameSync(draft, page);
}

/** What a proof wrote last; empty where it wrote nothing yet. */
export function readSection(name: string): string {
  return existsSync(page) ? sectionIn(readFileSync(page, 'utf8'), name) : '';
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function padded(cell: string | number, width: number): string {
  return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
}
