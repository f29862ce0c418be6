import type { Seam } from '../seam.ts';
import { bodyProperties } from './bodies.ts';
import type { Property } from './property.ts';
import { structuredFieldProperties } from './structured-fields.ts';
import { valueProperties } from './values.ts';

export function propertiesFor(seam: Seam): readonly Property[] {
  return [...structuredFieldProperties(seam), ...valueProperties, ...bodyProperties(seam)];
}
