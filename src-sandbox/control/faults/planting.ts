import { z } from 'zod';
import { operations } from '../../rules/operations.ts';
import { findFault } from './fault-table.ts';
import type { Planting, ReadFault } from './faults.ts';

export const operationNames: readonly string[] = operations.map(({ name }) => name);

const operation = z.enum(operationNames).optional();
const named = z.looseObject({ name: z.string() });
const step = z.union([z.string(), named, z.null()]);
const scripted = z.strictObject({
  operation,
  sequence: z.array(z.union([step, z.array(z.union([z.string(), named]))])).min(1),
});
const counted = z.looseObject({ name: z.string(), operation, count: z.int().min(1).default(1) });

/**
 * Reads one fault, one script, or a list of them (a fault without parameters may be its name alone); throws a ZodError
 * before anything is planted.
 */
export function readPlantings(body: unknown): readonly Planting[] {
  return (Array.isArray(body) ? z.array(z.unknown()).parse(body) : [body]).map(readPlanting);
}

function readPlanting(given: unknown): Planting {
  if (typeof given === 'object' && given !== null && 'sequence' in given) {
    const script = scripted.parse(given);
    const steps = script.sequence.map((entry) =>
      entry === null ? [] : [entry].flat().map((fault) => readFault(fault)),
    );
    return { operation: script.operation, steps };
  }
  const { operation: scope, count, ...fault } = counted.parse(typeof given === 'string' ? { name: given } : given);
  return { operation: scope, count, fault: readFault(fault) };
}

function readFault(given: string | z.infer<typeof named>): ReadFault {
  const { name, ...parameters } = typeof given === 'string' ? { name: given } : given;
  return { name, parameters, behaviour: findFault(name).read(parameters) };
}
