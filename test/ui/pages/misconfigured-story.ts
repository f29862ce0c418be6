import { expect } from 'vitest';
import type { CounterWindow } from './counter-window.ts';
import { expectSound } from './first-sale-story.ts';

/** A counter whose deployment file has `request.encoding` as `der`, which its service does not take. */
export class MisconfiguredStory {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  /** It is told the one cause of the refusal, what shows it and the exact change. */
  async cause(): Promise<void> {
    const counter = this.#counter;
    await counter.diagnosis.openFromRefusal();
    await counter.diagnosis.waitForCause('profile');
    expect(await counter.diagnosis.changes()).toEqual(['request.encoding', '"der"', '"p1363"']);
    const refused = { outcome: counter.say('diagnosis.outcome.refused') };
    const evidence = await counter.diagnosis.evidence();
    expect(evidence).toContain(counter.say('diagnosis.evidence.read', refused));
    expect(evidence).toContain(counter.say('diagnosis.evidence.diagnostic', refused));
    expect(evidence).toContain(counter.say('diagnosis.evidence.confirmed'));
    await expectSound(counter);
  }

  /** It takes the change when a person confirms it, sees what the service sees, and sells. */
  async cure(): Promise<void> {
    const counter = this.#counter;
    await counter.diagnosis.apply();
    await counter.text('diagnosis.allAgree').waitFor();
    expect(await counter.diagnosis.differing.count()).toBe(0);
    await expectSound(counter);
    await counter.go('sell');
    await counter.sell.waitForCards();
    await counter.sell.pick();
    await counter.sell.buy();
    await counter.codes.waitFor();
  }
}
