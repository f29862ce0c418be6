interface KeyInput {
  readonly type: string;
  readonly key: string;
  readonly control: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
}

const steps: Readonly<Record<string, (level: number) => number>> = {
  '+': (level) => level + 0.5, '=': (level) => level + 0.5, '-': (level) => level - 0.5, '0': () => 0,
};
const largest = 4;
const smallest = -2;

/** The zoom level that a key asks for, or null where it asks for none. There is no menu that could do it. */
export function zoomLevelAfter(input: KeyInput, level: number): number | null {
  if (input.type !== 'keyDown' || input.alt || !(input.control || input.meta)) return null;
  const step = Object.hasOwn(steps, input.key) ? steps[input.key] : undefined;
  return step === undefined ? null : Math.min(largest, Math.max(smallest, step(level)));
}
