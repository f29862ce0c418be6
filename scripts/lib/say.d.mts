export function say(text: string): void;

export class Refusal extends Error {
  constructor(message: string, exitCode?: number);
  readonly exitCode: number;
}
