import { salvageJournal } from '../../../../src-main/journal/salvage.ts';
import { HandClock, randomness, testRules } from './journal-fixture.ts';

// Salvages the journal of the folder that it is given, in as little memory as it was started with.
const directory = process.argv[2] ?? '';
const salvaged = salvageJournal({ directory, rules: testRules, clock: new HandClock(), randomness });
process.stdout.write(salvaged.ok ? String(salvaged.value.events) : salvaged.error.code);
