import type { Clock, RawAnswer, Transport } from '../core/ports.ts';
import { createSingleFlight } from '../core/single-flight.ts';
import { isLoopback } from '../deployment/schema/forms.ts';
import { saysNoStore } from '../exchange/read.ts';
import { imageKindOf } from './image-kind.ts';
import type { CatalogueStore } from './store.ts';

/**
 * Pictures that stand for brands, fetched from hosts that the profile names. Nothing signs them: they are decoration
 * and decide nothing.
 */
export interface Logos {
  /** As a `data:` address; null where there is none that may be shown, and then initials stand in its place. */
  image(address: string): Promise<string | null>;
}

export interface LogosOptions {
  /** `host` or `host:port`, as in the profile. */
  readonly hosts: readonly string[];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly store: Pick<CatalogueStore, 'logo' | 'keepLogo'>;
}

const mostLogoBytes = 200 * 1024;
const waitMs = 10_000;
const mostAtOnce = 4;
/** A host that has trouble is not asked at every look at the screen. */
const retryAfterMs = 10 * 60_000;
const freshForMs = 30 * 24 * 3_600_000;

export function createLogos({ hosts, transport, clock, store }: LogosOptions): Logos {
  const fetches = createSingleFlight<string, string | null>();
  const failedUntilMs = new Map<string, number>();
  const inTurn = fewAtOnce(mostAtOnce);

  const fetched = async (address: string): Promise<string | null> => {
    // No cookie, no credential, no referrer, no redirect: the transport adds nothing and follows nothing.
    const request = {
      method: 'GET',
      url: address,
      headers: [['Accept', 'image/png, image/webp, image/jpeg, image/gif']],
      body: null,
    } as const;
    const answer = await transport.exchange(request, { waitMs, maxBytes: mostLogoBytes });
    const image = answer.ok && answer.value.status === 200 ? dataAddressOf(answer.value) : null;
    if (image === null || !answer.ok) failedUntilMs.set(address, clock.monotonicMs() + retryAfterMs);
    else if (!saysNoStore(answer.value)) store.keepLogo(address, { bytes: answer.value.body, readAtMs: clock.nowMs() });
    return image;
  };
  return {
    image: async (address) => {
      if (!mayFetch(address, hosts)) return null;
      const kept = store.logo(address);
      const shown = kept === null ? null : dataAddressOf({ body: kept.bytes });
      const isFresh = kept !== null && clock.nowMs() - kept.readAtMs < freshForMs;
      if (isFresh || (failedUntilMs.get(address) ?? 0) > clock.monotonicMs()) return shown;
      return (await fetches.run(address, () => inTurn(() => fetched(address)))) ?? shown;
    },
  };
}

/** `https:` from a host that the profile names; `http:` only from this computer. */
function mayFetch(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe && url.username === '' && url.password === '' && hosts.includes(url.host);
}

function dataAddressOf({ body }: Pick<RawAnswer, 'body'>): string | null {
  const kind = imageKindOf(body);
  return kind === null ? null : `data:${kind};base64,${Buffer.from(body).toString('base64')}`;
}

/** Lets so many go at once, and the others after them. */
function fewAtOnce(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
