import type { LockedPackage } from '../package/lock-file.ts';

/** Licences that ask for no more than their own text, for what is handed on to shops. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
];
/** Besides these, for tools that build and test and are never handed on. */
const forTools = ['CC-BY-4.0', 'MPL-2.0'];

/** Whether an SPDX expression is met: of `OR` one part, of `AND` each. One with brackets within is not read. */
function isAllowed(licence: string, isHandedOn: boolean): boolean {
  const allowed: readonly string[] = isHandedOn ? permissive : [...permissive, ...forTools];
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  return plain.split(' OR ').some((part) => part.split(' AND ').every((name) => allowed.includes(name)));
}

/** Each package whose licence is not on the list, or that names none. */
export function unfitLicences(packages: readonly LockedPackage[], handedOn: ReadonlySet<string>): readonly string[] {
  return packages
    .filter(({ key, licence }) => !isAllowed(licence, handedOn.has(key)))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence === '' ? 'no licence named' : licence}`);
}
