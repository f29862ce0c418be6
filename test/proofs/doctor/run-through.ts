import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Counter } from '../../../src-main/app/counter/counter.ts';
import type { Transport } from '../../../src-main/core/ports.ts';
import type { Finding } from '../../../src-main/diagnostics/finding.ts';
import { systemRandomness } from '../../../src-main/hosts/system-ports.ts';
import { memorySealer } from '../../../src-main/vault/memory-sealer.ts';
import type { RunningService } from '../../../src-sandbox/control/service.ts';
import {
  aheadBy,
  invitationOf,
  opener,
  profileWith,
  sharedTime,
  startServiceIn,
  textWith,
  withCounter,
  type Fields,
} from '../stage.ts';
import { startProxy, type ProxyFault } from './loopback-proxy.ts';

/** A fault that is made by a real proxy, the file, the clock or the service's staff, and what people did under it. */
export interface Through {
  readonly name: string;
  readonly service?: Fields;
  readonly counter?: Fields;
  readonly counterOf?: (right: Fields) => Fields;
  readonly enrolled?: 'active' | 'awaiting' | 'begun';
  readonly invitation?: (service: RunningService) => ReturnType<typeof invitationOf>;
  readonly beforehand?: (service: RunningService, pass: (ms: number) => void) => Promise<void> | void;
  readonly afterwards?: (service: RunningService, pass: (ms: number) => void) => Promise<void> | void;
  readonly clockAheadSeconds?: number;
  readonly proxy?: ProxyFault;
  /** Behind the proxy: where a connection goes at all. */
  readonly network?: (transport: Transport) => Transport;
  /** Before it: answers as another release of the service signs them. */
  readonly release?: (transport: Transport) => Transport;
  /** What people do under the fault before they ask. */
  readonly before?: (counter: Counter) => Promise<unknown>;
}

export async function runThrough(folder: string, each: Through): Promise<Finding> {
  mkdirSync(folder, { recursive: true });
  const time = sharedTime();
  const given = join(folder, 'given.json');
  writeFileSync(given, profileWith(each.service ?? {}));
  const service = await startServiceIn({
    dir: join(folder, 'service'),
    deploymentFile: given,
    activation: each.enrolled === 'awaiting' || each.enrolled === 'begun' ? 'manual' : 'automatic',
    clock: time.clock,
  });
  const proxy = await startProxy(each.proxy ?? {}, time.pass);
  try {
    const right = readFileSync(service.address.deploymentFile, 'utf8');
    const wrong = textWith(right, {
      ...each.counter,
      ...each.counterOf?.(z.record(z.string(), z.unknown()).parse(JSON.parse(right))),
    });
    const open = opener(join(folder, 'counter'), memorySealer(systemRandomness));
    const network = (transport: Transport): Transport => {
      const through = proxy.through(each.network?.(transport) ?? transport);
      return each.release?.(through) ?? through;
    };
    const offClock = aheadBy(time.clock, each.clockAheadSeconds ?? 0);
    if (each.enrolled === 'begun') {
      await each.beforehand?.(service, time.pass);
      await withCounter(await open(wrong, time.clock, network), async (counter) => {
        const begun = await counter.enrolment.begin(
          (each.invitation ?? (({ address }) => invitationOf(address)))(service),
        );
        if (begun.ok) await counter.enrolment.waitUntilActive(10_000);
      });
    } else
      await withCounter(await open(right, time.clock), async (counter) => {
        const begun = await counter.enrolment.begin(invitationOf(service.address));
        if (!begun.ok) throw new Error(begun.error.code);
        if (each.enrolled !== 'awaiting') {
          await counter.enrolment.waitUntilActive(60_000);
          await counter.diagnose();
        }
      });
    await each.afterwards?.(service, time.pass);
    return await withCounter(await open(wrong, offClock, network), async (counter) => {
      await each.before?.(counter);
      return counter.diagnostics.findCause();
    });
  } finally {
    await proxy.stop();
    await service.stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}
