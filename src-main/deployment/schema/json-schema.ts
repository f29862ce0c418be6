import { z } from 'zod';
import { profileSchema } from './profile.ts';

/** The JSON Schema of a profile as a person writes it: what has a default need not be there. */
export function profileJsonSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(profileSchema, { io: 'input' });
  return `${JSON.stringify({ $schema, title: 'Counterfoil deployment profile', ...rest }, null, 2)}\n`;
}
