import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { serviceLanguages, type Language } from '../../../../src-shared/words/languages.ts';
import { terminalText } from '../../../../src-shared/words/main-text.ts';
import { serviceName } from '../../../../src-shared/words/service-name.ts';
import { visible } from './visible.ts';

/**
 * How a value is laid out for a person at a shell. `columns` are the members that a list shows, all of them where
 * absent.
 */
export interface Layout {
  readonly language: Language;
  readonly columns?: readonly string[] | undefined;
}

type Row = Readonly<Record<string, unknown>>;

/** Wider tables wrap in a terminal and cannot be read; their rows are shown one below the other. */
const widestTable = 140;

/**
 * A value in words and tables: members as `name: value`, lists as tables, sums beside each other. Codes are in it only
 * where they were revealed.
 */
export function readable(value: unknown, layout: Layout): string {
  if (!isRow(value)) return cell(value, layout.language);
  const { items, nextCursor, ...rest } = value;
  const listed = Array.isArray(items) ? [listText(items, layout)] : [];
  const text = terminalText(layout.language);
  const hint = text('codesError' in rest ? 'cli.codes.notHere' : 'cli.codes.hidden');
  const members = Object.entries(rest).map(([name, member]) => memberText(name, member, layout, hint));
  const next = typeof nextCursor === 'string' ? [text('cli.more', { cursor: visible(nextCursor) })] : [];
  return [...listed, ...members, ...next].join('\n');
}

/** One line on what went wrong: the code first, so that it can be searched for. */
export function failureLine(failure: Failure): string {
  const { code, field, detail, operationId, httpStatus, requestId, approval } = failure;
  const facts = [
    field === undefined ? [] : [`field ${field}`],
    detail === undefined ? [] : [detail],
    approval?.kinds ?? [],
    operationId === undefined ? [] : [`operation ${operationId}`],
    httpStatus === undefined ? [] : [`HTTP ${httpStatus}`],
    requestId === undefined ? [] : [`request ${requestId}`],
  ].flat();
  return visible(facts.length === 0 ? code : `${code} (${facts.join(', ')})`);
}

function memberText(name: string, member: unknown, layout: Layout, hint: string): string {
  if (name === 'codes' && isHidden(member)) return `codes: ${member.length} (${hint})`;
  if (Array.isArray(member) && member.some(isRow) && !isPlain(member))
    return `${name}:\n${indented(listText(member, { language: layout.language }))}`;
  if (Array.isArray(member) && member.some(isSentence))
    return `${name}:\n${indented(listText(member, { language: layout.language }))}`;
  if (isPlain(member)) return `${name}: ${cell(member, layout.language)}`;
  return `${name}:\n${indented(readable(member, { language: layout.language }))}`;
}

function listText(items: readonly unknown[], layout: Layout): string {
  if (items.length === 0) return terminalText(layout.language)('cli.none');
  const rows = items.filter(isRow);
  if (rows.length < items.length) return items.map((item) => cell(item, layout.language)).join('\n');
  return table(rows, layout) ?? rows.map((row) => readable(row, { language: layout.language })).join('\n\n');
}

/** Aligned columns under their names, or null where they would be too wide or a cell is no plain value. */
function table(rows: readonly Row[], { language, columns }: Layout): string | null {
  const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (rows.some((row) => names.some((name) => !isPlain(memberAt(row, name))))) return null;
  const lines = [names, ...rows.map((row) => names.map((name) => cell(memberAt(row, name), language)))];
  const widths = names.map((_, column) => lines.reduce((most, line) => Math.max(most, line[column]?.length ?? 0), 0));
  if (widths.reduce((sum, width) => sum + width + 2, 0) > widestTable) return null;
  const isCounted = names.map((name) => {
    const cells = rows.map((row) => memberAt(row, name));
    return cells.every(isAmount) && cells.some((each) => cell(each, language) !== nothing);
  });
  const padded = (text: string, column: number): string =>
    isCounted[column] === true ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}

/** What is compared by its last digit: a number, an amount, one sum. A place without any keeps its column. */
function isAmount(value: unknown): boolean {
  if (Array.isArray(value)) return value.length < 2 && value.every(isAmount);
  if (typeof value === 'string') return /^-?\d+\.\d+$/.test(value);
  return value === null || value === undefined || typeof value === 'number' || (isRow(value) && isMoney(value));
}

/** A member by its name, or by the path to it. */
function memberAt(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isRow(value) ? value[name] : undefined), row);
}

const nothing = '-';

function cell(value: unknown, language: Language): string {
  if (value === null || value === undefined) return nothing;
  if (typeof value === 'boolean') return terminalText(language)(value ? 'cli.yes' : 'cli.no');
  if (Array.isArray(value)) {
    const between = value.some(isRow) ? ', ' : ' ';
    return value.length === 0 ? nothing : value.map((item) => cell(item, language)).join(between);
  }
  if (typeof value === 'string' || typeof value === 'number') return visible(String(value));
  if (!isRow(value)) return '?';
  if (isMoney(value)) return visible(`${String(value['amount'])} ${String(value['currency'])}`);
  return cell(serviceName(value, language), language);
}

/** What fits into one cell: a scalar, an amount, a list of either, a text in the languages of the service. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => !isRow(item) || isSum(item));
  return !isRow(value) || isMoney(value) || Object.keys(value).every(isServiceLanguage);
}

function isServiceLanguage(name: string): boolean {
  return serviceLanguages.some((language) => language === name);
}

/** Rows of dashes for a hundred cards would tell nobody anything. */
function isHidden(codes: unknown): codes is readonly unknown[] {
  return (
    Array.isArray(codes) &&
    codes.length > 0 &&
    codes.every((code) => isRow(code) && code['voucher'] === null && code['serialNumber'] === null)
  );
}

/** Names stand beside each other, sentences one below the other. */
function isSentence(item: unknown): boolean {
  return typeof item === 'string' && item.includes(' ');
}

function isMoney(value: Row): boolean {
  return typeof value['amount'] === 'string' && typeof value['currency'] === 'string';
}

/** Nothing but an amount: what else a row says would be lost in a cell. */
function isSum(value: Row): boolean {
  return isMoney(value) && Object.keys(value).length === 2;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
