/** Cuts every four characters: machine text whose own hyphens mean nothing, such as a base64url thumbprint. */
export function groupsOfFour(value: string): readonly string[] {
  return value.match(/.{1,4}/gsu) ?? [];
}

/**
 * The groups a code is read out in. Its own separators are how its issuer groups it, so they stay, each at the end of
 * its group; only a code without any is cut. The groups joined are the code again, whatever it is made of.
 */
export function codeGroups(code: string): readonly string[] {
  const isSeparated = /[^\p{L}\p{M}\p{N}]/u.test(code);
  return isSeparated
    ? (code.match(/[\p{L}\p{M}\p{N}]*[^\p{L}\p{M}\p{N}]+|[\p{L}\p{M}\p{N}]+/gu) ?? [])
    : groupsOfFour(code);
}

/** Whether a group already ends in what divides it from the next one, so that no gap has to be drawn. */
export function endsInSeparator(group: string): boolean {
  return /[^\p{L}\p{M}\p{N}]$/u.test(group);
}
