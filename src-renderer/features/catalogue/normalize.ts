const arabicZero = 0x0660;
const persianZero = 0x06f0;

/**
 * Makes two spellings that a person would call the same compare as the same: alef and hamza forms, taa marbuta, alef maqsura, diacritics,
 * tatweel, both digit sets, letter case and accents.
 */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/[\u0671]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - arabicZero))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - persianZero))
    .replace(/\u066b/g, '.')
    .replace(/[\u066c,]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether every word of the query appears somewhere in the text; both already normalised. */
export function matches(normalizedText: string, normalizedQuery: string): boolean {
  return normalizedQuery.split(' ').every((word) => normalizedText.includes(word));
}
