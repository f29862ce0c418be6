import type { SpawnOptions } from 'node:child_process';

export interface Ended {
  readonly exitCode: number;
  readonly signal: NodeJS.Signals | null;
}
export function signalExitCode(signal: NodeJS.Signals): number;
export function withoutCoreDumps(file: string, args: readonly string[]): [file: string, args: readonly string[]];
export function runToEnd(file: string, args: readonly string[], options: SpawnOptions): Promise<Ended>;
