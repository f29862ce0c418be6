import { z } from 'zod';
import { allScopes } from '../../../src-sandbox/state/settings.ts';
import type { Sandbox } from '../../support/sandbox.ts';
import { staffActs, type FaultRow, type FaultSpec, type StaffAct } from './faults.ts';

const struckSchema = z.object({ struck: z.record(z.string(), z.number()) });
const clockOffsetSeconds = 600;

/**
 * What the service's support does to it, over its control port: brings a fault about, and puts everything right again.
 */
export class Staff {
  readonly #sandbox: Sandbox;
  readonly #walletId: string;

  constructor(sandbox: Sandbox, walletId: string) {
    this.#sandbox = sandbox;
    this.#walletId = walletId;
  }

  /** Plants a row for the order, or for the reveal that follows where the step to be killed at belongs to that. */
  async plant(row: FaultRow, { atReveal }: { readonly atReveal: boolean }): Promise<void> {
    const calls = row.calls.map((call) => [...call]);
    if (atReveal) {
      // A reveal is asked only where the codes did not come with the order.
      await this.#script(
        'createPartnerOrder',
        row.ordersOnly === true ? [...calls, ['drop-after-commit']] : [['drop-after-commit']],
      );
    }
    if (!(atReveal && row.ordersOnly === true))
      await this.#script(atReveal ? 'revealPartnerInvoiceCards' : 'createPartnerOrder', calls);
    if (row.surroundings === 'no-reveal')
      await this.#sandbox.scopes(allScopes.filter((scope) => scope !== 'cards:reveal'));
    if (row.surroundings === 'clock-ahead') await this.#sandbox.clock(clockOffsetSeconds);
    if (row.surroundings === 'clock-behind') await this.#sandbox.clock(-clockOffsetSeconds);
    const act = staffActs.find((each) => each === row.surroundings);
    if (act !== undefined) await this.#act(act);
  }

  async #act(act: StaffAct): Promise<void> {
    const acts: Readonly<Record<StaffAct, readonly [path: string, body: object]>> = {
      'account-closed': ['/staff', { accountActive: false }],
      'binding-withdrawn': ['/staff', { bindingAuthorized: false }],
      'limit-of-orders': ['/staff', { orders: { count: 0, seconds: 1 } }],
      'wallet-withdrawn': ['/wallets', { walletId: this.#walletId, granted: false }],
      'daily-limit': ['/wallets', { walletId: this.#walletId, dailyLimit: '0.000' }],
      'spending-allowance': ['/wallets', { walletId: this.#walletId, allowance: '0.000' }],
    };
    await this.#sandbox.control('POST', ...acts[act]);
  }

  /** Whether anything of the row ever struck. */
  async struck(row: FaultRow): Promise<boolean> {
    const { struck } = struckSchema.parse(await this.#sandbox.faults());
    return row.surroundings !== undefined || row.calls.flat().some((fault) => (struck[nameOf(fault)] ?? 0) > 0);
  }

  /** Ends every fault and puts right what faults changed. `butReveal` leaves that permission out for good. */
  async repair({ butReveal }: { readonly butReveal: boolean }): Promise<void> {
    await this.#sandbox.clearFaults();
    await this.#sandbox.scopes(butReveal ? allScopes.filter((scope) => scope !== 'cards:reveal') : allScopes);
    await this.#sandbox.clock(0);
    await this.#sandbox.control('POST', '/keys', { suspended: false });
    await this.#sandbox.control('POST', '/prices', { all: true, factor: '1' });
    await this.#sandbox.control('POST', '/wallets', {
      walletId: this.#walletId,
      status: 'enabled',
      balance: '500000.000',
      granted: true,
      dailyLimit: null,
      allowance: null,
    });
    await this.#sandbox.control('POST', '/staff', { accountActive: true, bindingAuthorized: true, orders: null });
  }

  async #script(operation: string, sequence: readonly (readonly FaultSpec[])[]): Promise<void> {
    if (sequence.length > 0) await this.#sandbox.control('POST', '/faults', { operation, sequence });
  }
}

function nameOf(fault: FaultSpec): string {
  return typeof fault === 'string' ? fault : fault.name;
}
