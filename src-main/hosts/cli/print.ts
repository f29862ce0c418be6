/** A value for a person at a shell: lists as blocks, members as `name: value`, nothing invented and nothing left out. */
export function readable(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.length === 0 ? `${indent}(none)` : value.map((item: unknown) => readable(item, indent)).join(`\n${separator(value)}`);
  if (typeof value !== 'object' || value === null) return `${indent}${String(value)}`;
  return Object.entries(value).map(([name, member]: [string, unknown]) => memberLine(name, member, indent)).join('\n');
}

function memberLine(name: string, member: unknown, indent: string): string {
  if (isLocalized(member)) return `${indent}${name}: ${[member.en, member.ar].filter(Boolean).join(' / ')}`;
  if (isMoney(member)) return `${indent}${name}: ${member.amount} ${member.currency}`;
  if (typeof member !== 'object' || member === null) return `${indent}${name}: ${String(member)}`;
  return `${indent}${name}:\n${readable(member, `${indent}  `)}`;
}

function separator(items: readonly unknown[]): string {
  return items.some((item) => typeof item === 'object') ? '\n' : '';
}

function isMoney(value: unknown): value is { readonly amount: string; readonly currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

function isLocalized(value: unknown): value is { readonly ar?: string; readonly en?: string } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && ('ar' in value || 'en' in value) && Object.keys(value).length <= 2;
}
