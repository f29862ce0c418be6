import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import { readAsked } from './asked.ts';
import { WarmRunner, type Runner } from './warm-runner.ts';
import { endThread } from './warm-threads.ts';

const [vitest] = vitestPlugins;
if (vitest === undefined) throw new Error('no runner for vitest');
const { factory } = vitest;

function warmRunner(injector: NonNullable<Parameters<typeof factory>[0]>): WarmRunner {
  return new WarmRunner(factory(injector) as Runner, endThread, readAsked(process.env['MUTANTS_ASKED']));
}
warmRunner.inject = ['$injector'];

/** Stryker loads this file as a plugin and reads this export (Stryker, "Plugins"). */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'warm', factory: warmRunner }];
