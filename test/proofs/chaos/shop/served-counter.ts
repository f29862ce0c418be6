import { createApprovals } from '../../../../src-main/app/calls/approvals.ts';
import { byRule, type CallSituation } from '../../../../src-main/app/calls/by-rule.ts';
import { catalogueCalls } from '../../../../src-main/app/calls/catalogue.ts';
import { complaintCalls } from '../../../../src-main/app/calls/complaints.ts';
import type { CallContext } from '../../../../src-main/app/calls/context.ts';
import { dayCalls } from '../../../../src-main/app/calls/day.ts';
import { limitCalls } from '../../../../src-main/app/calls/limits.ts';
import { orderCalls } from '../../../../src-main/app/calls/orders.ts';
import { paymentCalls } from '../../../../src-main/app/calls/payments.ts';
import { priceCalls } from '../../../../src-main/app/calls/prices.ts';
import { revealCalls } from '../../../../src-main/app/calls/reveals.ts';
import { staffCalls } from '../../../../src-main/app/calls/staff.ts';
import type { Counter } from '../../../../src-main/app/counter/counter.ts';
import { rememberDiagnosis } from '../../../../src-main/app/counter/diagnosed.ts';
import type { OpenDeployment } from '../../../../src-main/app/counter/open-deployment.ts';
import { areCopied, createPageState, isStaffed, staffIn } from '../../../../src-main/app/counter/page-state.ts';
import type { AppPorts } from '../../../../src-main/app/counter/ports.ts';
import { createUnderWay, trackedCalls } from '../../../../src-main/app/counter/under-way.ts';
import { CounterUpdates } from '../../../../src-main/app/counter/updates.ts';
import type { Clock, Sealer, Transport } from '../../../../src-main/core/ports.ts';
import { err, ok } from '../../../../src-main/core/result.ts';
import type { OrderScheduler } from '../../../../src-main/orders/scheduler/scheduler.ts';
import { createOneTimePages } from '../../../../src-main/pages/one-time-pages.ts';
import { openPreferences } from '../../../../src-main/preferences/preferences.ts';
import { createCopiedCodes } from '../../../../src-main/reveals/driver/copied-codes.ts';
import type { Person } from '../../../../src-main/staff/staff.ts';
import type { Domain } from '../../../../src-shared/contract/names.ts';
import type { CallHandlers } from '../../../../src-shared/contract/schemas.ts';
import type { Draws } from '../random.ts';

export interface ServedCounterPorts {
  readonly counter: Counter;
  readonly runner: OrderScheduler;
  readonly directory: string;
  readonly clock: Clock;
  readonly draws: Draws;
  readonly transport: Transport;
  readonly sealer: Sealer;
}

type Domains = 'catalogue' | 'complaints' | 'day' | 'limits' | 'orders' | 'payments' | 'prices' | 'reveals' | 'staff';
const notHere = () => Promise.resolve(err({ code: 'not_allowed' as const }));
const nothing = () => undefined;

/**
 * The screen of one process of the counter: the product's own calls over the product's own rules, from its start to its
 * end. Whoever was at the counter is gone with the process.
 */
export class ServedCounter {
  readonly calls: Pick<CallHandlers, Domains>;
  /** Ids that were made at this counter: those of orders among them are somebody's, whatever becomes of the answer. */
  readonly given: string[] = [];
  readonly #context: CallContext;

  constructor({ counter, runner, directory, clock, draws, transport, sealer }: ServedCounterPorts) {
    const randomness = {
      bytes: (length: number) => draws.bytes(length),
      uuid: () => {
        const id = draws.uuid();
        this.given.push(id);
        return id;
      },
    };
    const ports: AppPorts = {
      host: 'electron',
      dataDirectory: directory,
      clock,
      randomness,
      transport,
      sealerFor: () => ok(sealer),
      clipboard: null,
      printer: null,
      startSandbox: notHere,
      version: '0.0.0',
      trainingOnly: false,
    };
    const open: OpenDeployment = {
      mode: 'deployment',
      name: 'Chaos',
      host: null,
      localRecords: ok(counter.localRecords),
      counter: ok(counter),
      runner,
      preferences: openPreferences(directory, null),
      sandbox: null,
      keepsPeople: () => isStaffed(open),
    };
    this.#context = contextOf(ports, open);
    this.#context.pageState.opened();
    const served = <D extends Domain>(domain: D, calls: CallHandlers[D]): CallHandlers[D] =>
      trackedCalls(byRule(domain, calls, situation), createUnderWay().track);
    const situation = situationOf(this.#context, ports);
    this.calls = {
      catalogue: served('catalogue', catalogueCalls(this.#context)),
      complaints: served('complaints', complaintCalls(this.#context)),
      day: served('day', dayCalls(this.#context)),
      limits: served('limits', limitCalls(this.#context)),
      orders: served('orders', orderCalls(this.#context)),
      payments: served('payments', paymentCalls(this.#context)),
      prices: served('prices', priceCalls(this.#context)),
      reveals: served('reveals', revealCalls(this.#context)),
      staff: served('staff', staffCalls(this.#context)),
    };
  }

  /** Who is at the counter; null where it is locked, or the shop uses no PINs. */
  person(): Person | null {
    const id = this.#context.pageState.person();
    return id === null ? null : (staffIn(this.#context.current())?.find(id) ?? null);
  }

  people(): readonly Person[] {
    return staffIn(this.#context.current())?.people() ?? [];
  }
}

function contextOf(ports: AppPorts, open: OpenDeployment): CallContext {
  const pageState = createPageState(
    () => open,
    nothing,
    () => ports.clock.monotonicMs(),
  );
  const context: CallContext = {
    ports,
    pageState,
    notify: nothing,
    copied: createCopiedCodes(null, nothing),
    pages: createOneTimePages(ports, nothing),
    settings: { read: () => ({ language: 'en', theme: 'light', zoomLevel: 0 }), change: nothing },
    diagnosed: rememberDiagnosis(),
    updates: new CounterUpdates({
      ports,
      facts: () => {
        throw new Error('nobody updates here');
      },
      serviceMs: () => null,
      changed: nothing,
    }),
    current: () => open,
    lock: () => {
      pageState.lock();
      context.pages.clear();
      return context.copied.clear();
    },
    openTraining: notHere,
    leaveTraining: notHere,
    openDeployment: notHere,
    isOpen: () => false,
    deploymentSigner: () => null,
    recover: notHere,
    backupTimesMs: () => [],
    restoreBackup: notHere,
    salvage: notHere,
    changeDeployment: notHere,
    answeredAt: () => null,
    connection: () => ({ online: true }),
    later: nothing,
  };
  return context;
}

/** As the app itself has it. */
function situationOf(context: CallContext, { randomness }: AppPorts): CallSituation {
  const { pageState } = context;
  return {
    is: { locked: pageState.isLocked, copied: () => areCopied(context.current()), unsettled: () => false },
    watched: pageState.watched,
    person: () => {
      if (!isStaffed(context.current())) return null;
      const id = pageState.person();
      return (id === null ? null : staffIn(context.current())?.find(id)) ?? 'nobody';
    },
    approvals: createApprovals(randomness),
    approve: async (manager, pin) =>
      (await staffIn(context.current())?.approve(manager, pin)) ?? err({ code: 'person_unknown' }),
    protectScreen: undefined,
  };
}
