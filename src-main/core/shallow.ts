/**
 * Whether a parsed value goes at most so many levels down. What writes it as text again goes down once for each level,
 * and whoever sent it chose how many there are.
 */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member: unknown) => isShallow(member, levels - 1));
}
