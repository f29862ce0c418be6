import type { CounterWindow } from './counter-window.ts';

/** This counter's key, from the invitation to the activation. */
export class EnrolmentPage {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  async waitForForm(): Promise<void> {
    await this.#counter.button('enrol.submit').waitFor();
  }

  /** What the service's support gave for a counter of a chosen service. */
  async fill(invitationId: string, token: string): Promise<void> {
    await this.#counter.page.getByLabel(this.#counter.say('enrol.invitation')).fill(invitationId);
    await this.#counter.page.getByLabel(this.#counter.say('enrol.token')).fill(token);
  }

  async submit(): Promise<void> {
    await this.#counter.button('enrol.submit').click();
  }

  /** The service activates by itself a second after the proof; the counter finds that out by itself. */
  async waitUntilActive(): Promise<void> {
    await this.#counter.text('enrol.state.active').waitFor();
  }

  /** The value to read out, as the service has it and as this counter computes it. */
  async thumbprints(): Promise<{ readonly service: string; readonly own: string; readonly said: boolean }> {
    const agree = this.#counter.text('enrol.thumbprint.agree');
    await agree.waitFor();
    return {
      service: await this.#value('enrol.thumbprint.service'),
      own: await this.#value('enrol.thumbprint.own'),
      said: await agree.isVisible(),
    };
  }

  async startSelling(): Promise<void> {
    await this.#counter.button('enrol.goSell').click();
  }

  async #value(key: 'enrol.thumbprint.service' | 'enrol.thumbprint.own'): Promise<string> {
    const term = this.#counter.page.locator('dt', { hasText: this.#counter.say(key) });
    return (await term.locator('xpath=following-sibling::dd').textContent()) ?? '';
  }
}
