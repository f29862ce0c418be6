import { describe, expect, it } from 'vitest';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import type { EnrolmentView } from '../../../../../src-shared/contract/schemas.ts';
import { eachStepFailing, failingStep, type FailingStep } from '../../../../support/failing-step.ts';
import { value, type Counter } from '../counter.ts';
import { EnrollingService } from '../enrolling-service.ts';
import { across, token, type Across } from '../scripted.ts';

type Again = 'in the same run' | 'after a new start';
type Call = (counter: Counter) => ReturnType<Counter['enrolment']['check']>;

interface Enrolled {
  readonly step: FailingStep;
  /** With what the calls failed. */
  readonly told: readonly string[];
}

/** A counter of which a durable step fails, across from a service that takes one key for an invitation. */
class Enrolling {
  counter: Counter;
  readonly service: EnrollingService;
  readonly #across: Across;
  readonly #again: Again;
  #step: FailingStep;
  #failures: readonly string[] = [];
  readonly #unrecorded: string[] = [];

  private constructor(open: Across, again: Again) {
    this.#across = open;
    this.#again = again;
    this.counter = open.counter;
    this.#step = failingStep(open.counter);
    const arrived = { submit: 0, proof: 0 };
    this.service = new EnrollingService(open, (step) => {
      arrived[step] += 1;
      const started = this.counter.journal.events({ kind: 'enrolment-attempt-started' });
      if (started.filter(({ body }) => body['step'] === step).length < arrived[step]) this.#unrecorded.push(step);
    });
  }

  static async open(again: Again): Promise<Enrolling> {
    return new Enrolling(await across(), again);
  }

  async startAnew(): Promise<void> {
    const before = this.counter.journal.events();
    this.counter.close();
    this.counter = await this.#across.installation.open({ clock: this.#across.clock });
    expect(this.counter.journal.events().slice(0, before.length)).toEqual(before);
    this.#step = failingStep(this.counter);
  }

  /** Brings the key of another invitation to use while one step fails. */
  async enrol(which: string | null): Promise<Enrolled> {
    const input = { invitationId: systemRandomness.uuid(), token };
    const step = this.#step;
    step.failAt(which);
    this.#failures = [];
    const begun = await this.#call(({ enrolment }) => enrolment.begin(input));
    if ((begun.next ?? begun).waitsFor === 'restart') {
      this.service.restart();
      await this.#call(({ enrolment }) => enrolment.resume());
    }
    this.service.activate();
    await this.#call(({ enrolment }) => enrolment.check());
    // The app does it with every start, and whenever an order is settled.
    this.counter.enrolment.retireIdle();
    expect(this.#unrecorded).toEqual([]);
    return { step, told: this.#failures };
  }

  /** One call, and once more where it failed. */
  async #call(call: Call): Promise<EnrolmentView> {
    const first = await call(this.counter);
    if (first.ok) return first.value;
    this.#failures = [...this.#failures, first.error.code];
    if (this.#again === 'after a new start') await this.startAnew();
    return value(await call(this.counter));
  }
}

/** Lets each durable step fail: a call answers with its failure. Gives those that none told of. */
async function untoldSteps(enrol: (which: string | null) => Promise<Enrolled>): Promise<readonly string[]> {
  const untold: string[] = [];
  await eachStepFailing(async (which) => {
    const { step, told } = await enrol(which);
    const failed = step.failed();
    if (failed !== null && told.length > 0) expect(told, failed.name).toEqual([failed.failure.code]);
    else if (failed !== null) untold.push(failed.name);
    return step;
  });
  return untold;
}

// Once a key is proved, a look at its invitation that fails takes nothing back, and a replaced key is retired another
// time.
const invitationNotRead = 'vault.unseal';

describe('an enrolment of which one durable step fails', () => {
  it('comes to its end with its one key after a new start', async () => {
    const untold = await untoldSteps(async (which) => {
      const enrolling = await Enrolling.open('after a new start');
      const enrolled = await enrolling.enrol(which);
      await enrolling.startAnew();
      const { service, counter } = enrolling;
      expect(service.posted).toBe(1);
      expect(counter.enrolment.status().state).toBe('active');
      expect(counter.keyring.entries().map(({ status }) => status)).toEqual(['active']);
      return enrolled;
    });
    expect(untold).toEqual([invitationNotRead]);
  });

  it('puts its key in the place of the one in use when it is gone on with', async () => {
    const enrolling = await Enrolling.open('in the same run');
    await enrolling.enrol(null);
    let keysBefore = 1;
    const untold = await untoldSteps(async (which) => {
      const enrolled = await enrolling.enrol(which);
      const { service, counter } = enrolling;
      expect(service.posted).toBe(keysBefore + 1);
      expect(counter.enrolment.status().state).toBe('active');
      const statuses = counter.keyring.entries().map(({ status }) => status);
      expect(statuses).toEqual([...Array.from({ length: keysBefore }, () => 'retired'), 'active']);
      keysBefore += 1;
      return enrolled;
    });
    expect(untold).toEqual([invitationNotRead, 'keyring.retire']);
  });
});
