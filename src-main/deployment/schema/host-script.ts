import { domainToUnicode } from 'node:url';

/** Writing systems that have names of hosts; letters of any other one stand for a mixture. */
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Bengali}/u,
  /\p{Script=Tamil}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Han}/u,
  /\p{Script=Hiragana}/u,
  /\p{Script=Katakana}/u,
  /\p{Script=Hangul}/u,
] as const;

/** The host as it reads, where its address (RFC 3490) says it in other letters; null where it is what it looks like. */
export function readsAs(host: string): string | null {
  return /(^|\.)xn--/i.test(host) ? domainToUnicode(host.replace(/:\d+$/, '')) || null : null;
}

/** Whether no label of a host mixes letters of several writing systems: one of them could pass for another. */
export function isOfOneScript(host: string): boolean {
  return (
    (readsAs(host) ?? host).split('.').every((label) => {
      const letters = label.match(/\p{L}/gu) ?? [];
      return letters.length === 0 || scripts.some((script) => letters.every((letter) => script.test(letter)));
    }) &&
    (!/(^|\.)xn--/i.test(host) || readsAs(host) !== null)
  );
}
