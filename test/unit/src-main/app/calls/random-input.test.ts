import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { callNames } from '../../../../../src-shared/contract/names.ts';
import { calls } from '../../../../../src-shared/contract/schemas.ts';
import { handlersOf } from './handlers.ts';

const schemas: Readonly<
  Record<
    string,
    Readonly<Record<string, { readonly input: { safeParse(value: unknown): { readonly success: boolean } } }>>
  >
> = calls;
const names = Object.entries(callNames).flatMap(([domain, each]) => each.map((call) => [domain, call] as const));

/** Members as the contract names them, with values of any kind: nearer to what is allowed than anything at all. */
const members = [
  ...new Set(
    names.flatMap(([domain, call]) => {
      const shape: unknown = Reflect.get(schemas[domain]?.[call]?.input ?? {}, 'shape');
      return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
    }),
  ),
];
const hostile = fc.oneof(
  fc.anything({ withDate: true, withMap: true, withSet: true, withNullPrototype: true, withBigInt: true }),
  fc.dictionary(fc.constantFrom('more', ...members), fc.anything()),
);

describe('input that the contract does not allow', () => {
  it('reaches no handler, whatever it is and whatever it is sent to', async () => {
    const reached: unknown[] = [];
    const dispatch = createDispatch(
      handlersOf((_name, input) => reached.push(input)),
      (error) => reached.push(error),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), hostile, async ([domain, call], input) => {
        fc.pre(schemas[domain]?.[call]?.input.safeParse(input).success !== true);
        expect(await dispatch(domain, call, input)).toMatchObject({ ok: false, error: { code: 'input_invalid' } });
      }),
      { numRuns: 2_000 },
    );
    expect(reached).toEqual([]);
  });
});
