import { defaults, excludes, isPossible, type Choices } from './documents.ts';
import { fields, type Field } from './fields.ts';
import type { Mistake } from './run-profile.ts';

/** A deployment, and a counter that has one of its fields wrong. */
export interface Mismatch {
  readonly field: Field;
  readonly service: string;
  readonly counter: string;
  readonly choices: Choices;
}

/**
 * Each value of each field at the service, with each other value of it at the counter; all else as usual, or as the
 * field needs it.
 */
export function mismatches(): readonly Mismatch[] {
  const all = fields.flatMap((field) => {
    const values = Object.keys(field.values);
    return values.flatMap((service) =>
      values
        .filter((counter) => counter !== service)
        .map((counter): Mismatch => ({
          field,
          service,
          counter,
          choices: fitted({ ...field.under, [field.path]: service }),
        })),
    );
  });
  return all.filter(({ choices }) => isPossible(choices));
}

/**
 * One of each field, for where there is no time for all: the service has another value than the usual one, and the
 * counter does not know.
 */
export function fewMismatches(): readonly Mismatch[] {
  const all = mismatches();
  return fields.flatMap((field) => {
    const [service, counter] = field.shownBy ?? [Object.keys(field.values)[1], usualOf(field)];
    return all.filter(
      (mismatch) => mismatch.field === field && mismatch.service === service && mismatch.counter === counter,
    );
  });
}

export function mistakeOf({ field, counter }: Pick<Mismatch, 'field' | 'counter'>): Mistake {
  return { field, choices: { [field.path]: counter } };
}

/** A counter for which this field is always left out. */
export function ignoring(path: string): Mistake {
  const field = fields.find((candidate) => candidate.path === path);
  if (field === undefined) throw new Error(`no field ${path}`);
  return mistakeOf({ field, counter: usualOf(field) });
}

function usualOf({ values }: Field): string {
  return Object.keys(values)[0] ?? '';
}

/** The usual choices with these, and with whatever else has to change for them to be possible. */
function fitted(fixed: Readonly<Record<string, string>>): Choices {
  let choices: Choices = { ...defaults, ...fixed };
  for (const { path, values } of fields) {
    if (path in fixed) continue;
    const fits = Object.keys(values).find((value) =>
      Object.entries(choices).every(
        ([other, chosen]) =>
          other === path || (!excludes(path, value, other, chosen) && !excludes(other, chosen, path, value)),
      ),
    );
    choices = { ...choices, [path]: fits ?? choices[path] ?? '' };
  }
  return choices;
}
