import type { Role } from '../../../src-shared/contract/roles.ts';
import type { CounterWindow } from './counter-window.ts';

/** Who works here, and the lock that they open. */
export class PeoplePage {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  /** Adds somebody; the first one is a manager. */
  async add(name: string, role: Role, pin: string): Promise<void> {
    const counter = this.#counter;
    await this.#open();
    const isFirst = (await counter.text('people.first').count()) > 0;
    if (!isFirst) await counter.button('people.add').click();
    await counter.page.getByLabel(counter.say('people.name'), { exact: true }).fill(name);
    if (!isFirst) await this.#choose(role);
    await this.#type('people.pin', pin);
    await counter.button('people.save').click();
    await counter.button('people.change.one', { name }).waitFor();
  }

  /** Changes the role and the PIN of somebody at once. */
  async change(name: string, { role, pin }: { readonly role: Role; readonly pin: string }): Promise<void> {
    await this.#open();
    await this.#counter.button('people.change.one', { name }).click();
    await this.#choose(role);
    await this.#type('people.newPin', pin);
    await this.#counter.button('people.save').click();
  }

  /** Opens the lock. */
  async enter(name: string, pin: string): Promise<void> {
    const { page } = this.#counter;
    await page.locator('.lock__person', { hasText: name }).click();
    await page.getByLabel(this.#counter.say('people.pinOf', { name })).fill(pin);
    await page.keyboard.press('Enter');
    await page.locator('.lock').waitFor({ state: 'detached' });
  }

  async #open(): Promise<void> {
    await this.#counter.go('counter');
    await this.#counter.button('people.link').click();
    await this.#counter.page.getByRole('heading', { name: this.#counter.say('people.title'), exact: true }).waitFor();
  }

  async #choose(role: Role): Promise<void> {
    const { page, say } = this.#counter;
    await page.getByRole('button', { name: say('people.role') }).click();
    await page.getByRole('option', { name: say(`people.role.${role}`), exact: true }).click();
  }

  async #type(field: 'people.pin' | 'people.newPin', pin: string): Promise<void> {
    const { page, say } = this.#counter;
    await page.getByLabel(say(field), { exact: true }).fill(pin);
    await page.getByLabel(say('people.pinAgain'), { exact: true }).fill(pin);
  }
}
