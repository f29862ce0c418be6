import type { RawAnswer } from '../core/ports.ts';
import { componentOfItem } from '../signatures/component.ts';
import { readDictionary } from '../signatures/dictionary.ts';
import { fieldValue } from '../signatures/message.ts';

/** How an answer is signed, read from its fields alone. It proves nothing; it says what is worth trying first. */
export interface SignatureShape {
  readonly label: string;
  readonly tag: string | null;
  readonly parameters: readonly string[];
  readonly created: number | null;
  /** Components of the answer itself. */
  readonly own: readonly string[];
  /** Components of the request, covered with `;req`. */
  readonly bound: readonly string[];
}

/** The first signature of an answer; null where it has none that can be read. */
export function shapeOf({ headers }: RawAnswer): SignatureShape | null {
  const reading = readDictionary(fieldValue(headers, 'signature-input') ?? '');
  const [first] = reading.ok ? reading.members : [];
  if (first === undefined) return null;
  const [label, [items, parameters]] = first;
  if (!Array.isArray(items)) return null;
  const components = items.flatMap((item) => {
    const component = componentOfItem(item);
    return component.ok ? [component.value] : [];
  });
  const [tag, created] = [parameters.get('tag'), parameters.get('created')];
  return {
    label,
    tag: typeof tag === 'string' ? tag : null,
    parameters: [...parameters.keys()],
    created: typeof created === 'number' ? created : null,
    own: components.filter(({ req }) => !req).map(({ name }) => name),
    bound: components.filter(({ req }) => req).map(({ name }) => name),
  };
}
