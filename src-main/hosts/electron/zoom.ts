import { zoomLevels } from '../../settings.ts';

interface KeyInput {
  readonly type: string;
  readonly key: string;
  /** Where the key lies, whatever layout is on it. */
  readonly code: string;
  readonly control: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
}

const larger = (level: number): number => level + 0.5;
const smaller = (level: number): number => level - 0.5;
const usual = (): number => 0;

/** By what a key says and, where it says nothing of that, by where it lies: an Arabic layout has digits of its own. */
const steps: ReadonlyMap<string, (level: number) => number> = new Map([
  ['+', larger], ['=', larger], ['-', smaller], ['0', usual],
  ['Equal', larger], ['NumpadAdd', larger], ['Minus', smaller], ['NumpadSubtract', smaller], ['Digit0', usual], ['Numpad0', usual],
]);

/** The zoom level that a key asks for, or null where it asks for none. There is no menu that could do it. */
export function zoomLevelAfter(input: KeyInput, level: number): number | null {
  if (input.type !== 'keyDown' || input.alt || !(input.control || input.meta)) return null;
  const step = steps.get(input.key) ?? steps.get(input.code);
  return step === undefined ? null : Math.min(zoomLevels.largest, Math.max(zoomLevels.smallest, step(level)));
}
