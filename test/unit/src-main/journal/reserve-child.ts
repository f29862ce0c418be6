import { createReserve } from '../../../../src-main/journal/reserve.ts';
import { HandClock } from './journal-fixture.ts';

/**
 * Asks for room beside its first argument, of as many bytes as its second says, in a process whose files may not grow
 * that large.
 */
const [, , directory = '', unitBytes = ''] = process.argv;
// The system says so by a signal too, which would end it.
process.on('SIGXFSZ', () => undefined);
process.stdout.write(JSON.stringify(createReserve(directory, Number(unitBytes), new HandClock()).hold()));
