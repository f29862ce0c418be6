/** One line for the person at the terminal. Only stderr: stdout belongs to the command that is run. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** A problem whose message is a sentence for the person at the terminal; its stack would tell them nothing. */
export class Refusal extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
