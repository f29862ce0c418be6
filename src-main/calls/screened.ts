/** Calls whose answer puts a secret on the screen, drawn codes or a recovery phrase: the screen is kept out of pictures before it is there. */
export function screened<D extends object>(calls: D, protectScreen: ((on: boolean) => void) | undefined): D {
  if (protectScreen === undefined) return calls;
  return new Proxy(calls, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return async (input: unknown): Promise<unknown> => {
        const result: unknown = await Reflect.apply(call, undefined, [input]);
        if (showsSecret(result)) protectScreen(true);
        return result;
      };
    },
  });
}

function showsSecret(result: unknown): boolean {
  const value: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'value') : undefined;
  return typeof value === 'object' && value !== null && ('frame' in value || 'phrase' in value);
}
