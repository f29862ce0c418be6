import { onTestFinished } from 'vitest';
import { openLocalRecords, type LocalRecords } from '../../../../src-main/app/counter/counter.ts';
import type { StaffId } from '../../../../src-main/core/ids.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { openStaff, type Person, type Staff, type StaffPorts } from '../../../../src-main/staff/staff.ts';
import { memorySealer } from '../../../../src-main/vault/memory-sealer.ts';
import { openVault, type Vault } from '../../../../src-main/vault/vault.ts';
import { HandClock } from '../../../support/hand-clock.ts';
import { tempFolder } from '../../../support/temp.ts';
import { value } from '../orders/till.ts';

/** A wall clock that can be put back, beside a monotonic one that cannot. */
class ShopClock extends HandClock {
  shiftMs = 0;
  override readonly nowMs = (): number => this.monotonicMs() + this.shiftMs;
}

/** The least that the counter reads: the tests of a shop try hundreds of PINs, and what one costs is tested apart. */
const cheapPinLog2N = 10;

/** A folder with a vault and a journal, opened anew as after a restart. */
export class StaffShop {
  readonly directory = tempFolder();
  readonly clock = new ShopClock(1_800_000_000_000);
  readonly #sealer = memorySealer(systemRandomness);
  readonly #cost: Pick<StaffPorts, 'pinLog2N'>;
  #records: LocalRecords | null = null;
  #staff: Staff | null = null;
  #vault: Vault | null = null;

  private constructor(cost: Pick<StaffPorts, 'pinLog2N'>) {
    this.#cost = cost;
  }

  static async open(cost: Pick<StaffPorts, 'pinLog2N'> = { pinLog2N: cheapPinLog2N }): Promise<StaffShop> {
    const shop = new StaffShop(cost);
    onTestFinished(() => shop.close());
    await shop.restart();
    return shop;
  }

  get staff(): Staff {
    if (this.#staff === null) throw new Error('nothing is open');
    return this.#staff;
  }

  get journal(): LocalRecords['journal'] {
    if (this.#records === null) throw new Error('nothing is open');
    return this.#records.journal;
  }

  async restart(): Promise<void> {
    this.#staff = value(await this.reopened());
  }

  async reopened(): Promise<ReturnType<typeof openStaff>> {
    this.close();
    const { directory, clock } = this;
    this.#records = value(openLocalRecords({ directory, clock, randomness: systemRandomness, answerRoomBytes: 4_096 }));
    const vault = value(await openVault({ directory, sealer: this.#sealer, randomness: systemRandomness }));
    this.#vault = vault;
    const ports = { directory, journal: this.#records.journal, vault, clock, randomness: systemRandomness };
    return openStaff({ ...ports, ...this.#cost });
  }

  async phrase(): Promise<string> {
    if (this.#vault === null) throw new Error('nothing is open');
    return value(await this.#vault.makeRecoveryPhrase());
  }

  async add(name: string, role: Person['role'], pin: string): Promise<StaffId> {
    return value(await this.staff.add({ name, role, pin })).id;
  }

  /** So many wrong PINs, one after the other. */
  async miss(id: StaffId, times: number): Promise<readonly string[]> {
    const codes: string[] = [];
    for (let time = 0; time < times; time += 1) {
      const answer = await this.staff.signIn(id, '9999');
      codes.push(answer.ok ? 'ok' : answer.error.code);
    }
    return codes;
  }

  close(): void {
    this.#records?.close();
    this.#records = null;
  }
}
