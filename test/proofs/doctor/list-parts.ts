import type { RawAnswer, Transport } from '../../../src-main/core/ports.ts';
import type { Cause } from '../../../src-shared/contract/diagnosis-codes.ts';
import { doBefore } from './before.ts';
import type { Passing, ProxyFault } from './loopback-proxy.ts';
import type { Through } from './run-through.ts';
import type { Named, ThirdCase } from './third-list.ts';

/** What the later lists make their faults of. */

export type Line = readonly [name: string, value: string];
export type Control = NonNullable<Through['afterwards']>;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const page = (status: number, text: string, ...headers: readonly Line[]): RawAnswer => ({
  status,
  headers: [['Content-Type', 'text/html'], ...headers],
  body: bytes(`<html><title>${text}</title></html>`),
});
export const json = (status: number, body: unknown, ...headers: readonly Line[]): RawAnswer => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: bytes(JSON.stringify(body)),
});
export const onHeader =
  (name: string, change: (value: string) => string | null) =>
  <T extends { readonly headers: RawAnswer['headers'] }>(message: T): T => ({
    ...message,
    headers: message.headers.flatMap(([each, value]): readonly Line[] => {
      const to = each.toLowerCase() === name ? change(value) : value;
      return to === null ? [] : [[each, to]];
    }),
  });
export const withLines =
  (...more: readonly Line[]) =>
  (answer: RawAnswer): RawAnswer => ({ ...answer, headers: [...answer.headers, ...more] });
export const target =
  (change: (target: string) => string) =>
  (request: Passing): Passing => ({ ...request, target: change(request.target) });

export const isPost = ({ method }: Passing): boolean => method === 'POST';
export const isOrder = (request: Passing): boolean => isPost(request) && request.target.endsWith('/orders');
export const hasQuery = ({ target: asked }: Passing): boolean => asked.includes('?');
export const instead =
  (
    which: (request: Passing, count: number) => boolean,
    answer: RawAnswer | 'reset',
  ): NonNullable<ProxyFault['instead']> =>
  (request, count) =>
    which(request, count) ? answer : null;
export const each3rd = (_: Passing, count: number): boolean => count % 3 === 2;

export const suspended: Control = ({ controls }) => void controls.keys({ suspended: true });
export const planted =
  (name: string, operation?: string): Control =>
  ({ controls }) =>
    void controls.plant({ name, count: 99, ...(operation === undefined ? {} : { operation }) });
const all = [
  'profile:read',
  'wallets:read',
  'catalogue:read',
  'orders:create',
  'orders:read',
  'cards:read',
  'cards:reveal',
  'diagnostics:use',
];
export const withoutScope =
  (scope: string): Control =>
  ({ controls }) =>
    void controls.scopes({ scopes: all.filter((each) => each !== scope) });

export const did = (what: 'order' | 'reveal' | 'catalogue'): NonNullable<Through['before']> => {
  return (counter) => doBefore(counter, what).catch(() => undefined);
};
/** A morning at the counter: whatever strikes each third call struck a few. */
export const readOften =
  (times: number): NonNullable<Through['before']> =>
  async (counter) => {
    for (let read = 0; read < times; read += 1) await counter.catalogue.profile();
  };

export function elsewhere(origin: string): NonNullable<Through['network']> {
  return (transport) => ({
    exchange: (request, options) =>
      transport.exchange({ ...request, url: request.url.replace(/^http:\/\/[^/]+/, origin) }, options),
  });
}

export function each(
  name: string,
  first: Cause | Named,
  also: readonly (Cause | Named)[],
  more: Partial<Through>,
): ThirdCase {
  const named = (one: Cause | Named): Named => (typeof one === 'string' ? { cause: one } : one);
  return { name, first: named(first), also: also.map(named), ...more };
}

export function turns(transports: readonly Transport[]): Transport {
  let count = 0;
  return {
    exchange: (request, options) => {
      const [first] = transports;
      const next = transports[count % transports.length] ?? first;
      count += 1;
      if (next === undefined) throw new Error('no transport');
      return next.exchange(request, options);
    },
  };
}

type Controls = Parameters<Control>[0]['controls'];

export function byNode(turn: (controls: Controls, isOdd: boolean, count: number) => void): Partial<Through> {
  let at: Controls | null = null;
  let count = 0;
  return {
    afterwards: ({ controls }) => {
      at = controls;
    },
    network: (transport) => ({
      exchange: (request, options) => {
        count += 1;
        if (at !== null) turn(at, count % 2 === 1, count);
        return transport.exchange(request, options);
      },
    }),
  };
}
