import { z } from 'zod';
import type { ServiceState } from '../state/service-state.ts';
import { allScopes, staffSchema } from '../state/settings.ts';
import { fromThousandths, toThousandths } from '../state/thousandths.ts';
import type { ServiceKeys } from '../wire/service-keys.ts';
import type { Clock } from './clock.ts';
import { earlyResendsBody, type EarlyResends } from './early-resends.ts';
import { balanceSchema, factorSchema } from './faults/amounts.ts';
import { faultNames, faultTable } from './faults/fault-table.ts';
import type { Faults, Planting } from './faults/faults.ts';
import { operationNames, readPlantings } from './faults/planting.ts';
import type { ListeningPort } from './listening-port.ts';
import type { Unseen } from './unseen.ts';
import type { Waiting } from './waiting.ts';

export interface Controlled {
  readonly state: ServiceState;
  readonly faults: Faults;
  readonly earlyResends: EarlyResends;
  readonly clock: Clock;
  readonly serviceKeys: ServiceKeys;
  readonly listeningPort: ListeningPort;
  readonly waiting: Waiting;
  readonly unseen: Unseen;
}

const scopesBody = z.strictObject({ scopes: z.array(z.enum(allScopes)) });
const clockBody = z.strictObject({ offsetSeconds: z.number() });
const keysBody = z.strictObject({ suspended: z.boolean(), keyId: z.uuid().optional() });
const newInvitationBody = z.strictObject({ validSeconds: z.int().min(1).optional() });
const invitationBody = z.strictObject({ invitationId: z.uuid() });
const rotationBody = z.strictObject({ old: z.enum(['kept', 'removed']).default('kept') });
const pricesBody = z
  .strictObject({ cardId: z.uuid().optional(), all: z.literal(true).optional(), factor: factorSchema })
  .refine(({ cardId, all }) => (cardId === undefined) === (all === true), 'either cardId or all');
const walletsBody = z
  .strictObject({
    walletId: z.uuid().optional(),
    all: z.literal(true).optional(),
    status: z.enum(['enabled', 'disabled', 'expired']).optional(),
    balance: balanceSchema.optional(),
    granted: z.boolean().optional(),
    dailyLimit: balanceSchema.nullable().optional(),
    allowance: balanceSchema.nullable().optional(),
  })
  .refine(({ walletId, all }) => (walletId === undefined) === (all === true), 'either walletId or all');

/**
 * What a service's support and its bad days do, on demand. A body that is not as it should be is a ZodError, and
 * nothing is done.
 */
export function createControls(controlled: Controlled) {
  const { state, faults, clock, serviceKeys } = controlled;
  return {
    faults: () => ({
      names: faultNames,
      operations: operationNames,
      pending: faults.pending(),
      struck: faults.struck(),
      faults: describeFaults(),
    }),
    plant: (body: unknown) => {
      plant(controlled, readPlantings(body));
      return { pending: faults.pending() };
    },
    clearFaults: () => {
      faults.clear();
      state.visibility.clear();
      controlled.listeningPort.open();
      return { pending: [] };
    },
    release: () => ({ released: controlled.waiting.release() }),
    earlyResends: () => controlled.earlyResends.all(),
    refuseEarly: (body: unknown) => {
      controlled.earlyResends.isRefusing = earlyResendsBody.parse(body).refuse;
      return { refuse: controlled.earlyResends.isRefusing };
    },
    sales: () => listSales(state),
    orders: () =>
      state.orders.all().map(({ operationId, status, quantity, walletId, cardId, reported }) => ({
        operationId,
        status,
        quantity,
        walletId,
        cardId,
        reported: reported === 1,
      })),
    activate: () => ({ activated: state.partnerKeys.activateProved(clock.nowMs()) }),
    restartEnrolment: (body: unknown) => ({
      restarted: state.partnerKeys.restart(invitationBody.parse(body).invitationId),
    }),
    invite: (body: unknown = {}) => {
      const { validSeconds } = newInvitationBody.parse(body);
      return state.invitations.issueFurther(
        clock.nowMs(),
        validSeconds === undefined ? undefined : validSeconds * 1000,
      );
    },
    revokeInvitation: (body: unknown) => ({
      revoked: state.invitations.revoke(invitationBody.parse(body).invitationId),
    }),
    staff: (body: unknown) => state.settings.changeStaff(staffSchema.partial().parse(body)),
    scopes: (body: unknown) => state.settings.changeScopes(scopesBody.parse(body).scopes),
    clock: (body: unknown) => {
      clock.shiftTo(clockBody.parse(body).offsetSeconds);
      controlled.earlyResends.forget();
      return { now: new Date(clock.nowMs()).toISOString() };
    },
    keys: (body: unknown) => {
      const { suspended, keyId } = keysBody.parse(body);
      return { changed: state.partnerKeys.suspend(suspended, keyId) };
    },
    rotate: (body: unknown) => ({ kid: serviceKeys.rotate(rotationBody.parse(body).old).kid }),
    prices: (body: unknown) => {
      const { cardId, factor } = pricesBody.parse(body);
      state.prices.set(cardId, factor);
      return { factor };
    },
    wallets: (body: unknown) => changeWallets(state, walletsBody.parse(body)),
    balances: () =>
      state.wallets.list().map(({ id, balanceThousandths }) => ({
        walletId: id,
        balance: fromThousandths(balanceThousandths),
      })),
    unseen: () => controlled.unseen.list(),
    changeUnseen: (body: unknown) => controlled.unseen.change(body),
    unseenAtRandom: (body: unknown) => controlled.unseen.atRandom(body),
  };
}

export type Controls = ReturnType<typeof createControls>;

/** A port that shuts waits for no call, unless a test named one. */
function plant({ faults, listeningPort }: Controlled, plantings: readonly Planting[]): void {
  for (const planting of plantings) {
    const behaviour = 'fault' in planting ? planting.fault.behaviour : undefined;
    const shutsNow =
      planting.operation === undefined && behaviour?.point === 'arrival' && behaviour.arrival.kind === 'refuse';
    if (shutsNow) listeningPort.refuse(behaviour.arrival.refusing);
    else faults.plant([planting]);
  }
}

function describeFaults() {
  return faultTable.map(({ name, says, parameters }) => ({ name, says, parameters }));
}

/** Every sale ever made; no codes. */
function listSales(state: ServiceState) {
  const sold = state.orders.all().filter(({ status }) => status === 'completed');
  return sold.map(({ operationId, walletId, cardId, quantity, bodySha256 }) => ({
    operationId,
    walletId,
    cardId,
    quantity,
    bodySha256,
    soldCardIds: state.soldCards.ofOrder(operationId).map(({ id }) => id),
  }));
}

function changeWallets(
  state: ServiceState,
  { walletId, all, status, granted, ...amounts }: z.infer<typeof walletsBody>,
) {
  const changed = all === true ? state.wallets.list().map(({ id }) => id) : walletId === undefined ? [] : [walletId];
  for (const id of changed) {
    state.wallets.change(id, {
      status,
      granted,
      balanceThousandths: amounts.balance === undefined ? undefined : toThousandths(amounts.balance),
      dailyLimitThousandths: limitOf(amounts.dailyLimit),
      allowanceThousandths: limitOf(amounts.allowance),
    });
  }
  return { found: changed.every((id) => state.wallets.find(id) !== undefined) };
}

function limitOf(amount: string | null | undefined): number | null | undefined {
  return typeof amount === 'string' ? toThousandths(amount) : amount;
}
