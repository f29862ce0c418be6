import { zoomLevels } from '../../app/counter/settings.ts';

interface KeyInput {
  readonly type: string;
  readonly key: string;
  /** Where the key lies, whatever layout is on it. */
  readonly code: string;
  readonly control: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
}

/** What can be asked for, by keys or, but for the usual size, by buttons. */
export type ZoomStep = 'larger' | 'smaller' | 'usual';

/** By what a key says and, where it says nothing of that, by where it lies: an Arabic layout has digits of its own. */
const steps: ReadonlyMap<string, ZoomStep> = new Map([
  ['+', 'larger'],
  ['=', 'larger'],
  ['-', 'smaller'],
  ['0', 'usual'],
  ['Equal', 'larger'],
  ['NumpadAdd', 'larger'],
  ['Minus', 'smaller'],
  ['NumpadSubtract', 'smaller'],
  ['Digit0', 'usual'],
  ['Numpad0', 'usual'],
]);

/** What a key asks for, or null where it asks for nothing of this. There is no menu that could do it. */
export function zoomStepOf(input: KeyInput): ZoomStep | null {
  if (input.type !== 'keyDown' || input.alt || !(input.control || input.meta)) return null;
  return steps.get(input.key) ?? steps.get(input.code) ?? null;
}

export function zoomLevelAfter(step: ZoomStep, level: number): number {
  if (step === 'usual') return 0;
  return Math.min(zoomLevels.largest, Math.max(zoomLevels.smallest, level + (step === 'larger' ? 0.5 : -0.5)));
}
