import type { InnerList, Item } from 'structured-headers';
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
  readonly expires: number | null;
  readonly algorithm: string | null;
  /** Every component and parameter is written as RFC 9421 has it. */
  readonly isReadable: boolean;
  /** Components of the answer itself. */
  readonly own: readonly string[];
  /** Components of the request, covered with `;req`. */
  readonly bound: readonly string[];
}

/**
 * The signature of an answer that covers its digest, else the first: a gateway may put one of its own beside it. Null
 * where there is none that can be read.
 */
export function shapeOf({ headers }: RawAnswer): SignatureShape | null {
  const reading = readDictionary(fieldValue(headers, 'signature-input') ?? '');
  const shapes = (reading.ok ? [...reading.members] : []).flatMap((member) => shapeOfMember(member) ?? []);
  return shapes.find(({ own }) => own.includes('content-digest')) ?? shapes[0] ?? null;
}

function shapeOfMember([label, [items, parameters]]: [string, Item | InnerList]): SignatureShape | null {
  if (!Array.isArray(items)) return null;
  const components = items.flatMap((item) => {
    const component = componentOfItem(item);
    return component.ok ? [component.value] : [];
  });
  const textOf = (name: string): string | null => {
    const value = parameters.get(name);
    return typeof value === 'string' ? value : null;
  };
  const numberOf = (name: string): number | null => {
    const value = parameters.get(name);
    return typeof value === 'number' ? value : null;
  };
  return {
    label,
    tag: textOf('tag'),
    parameters: [...parameters.keys()],
    created: numberOf('created'),
    expires: numberOf('expires'),
    algorithm: textOf('alg'),
    isReadable: components.length === items.length,
    own: components.filter(({ req }) => !req).map(({ name }) => name),
    bound: components.filter(({ req }) => req).map(({ name }) => name),
  };
}
