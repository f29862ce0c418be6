import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { openInstallation } from '../../src-main/journal/installation.ts';
import { createReserve } from '../../src-main/journal/reserve.ts';

/**
 * Makes what lies beside the journal in the folder of its first argument: a checkpoint that was set, and room of so
 * many bytes.
 */
const [, , directory = '', unitBytes = ''] = process.argv;
const installation = openInstallation(directory, systemRandomness);
if (installation.ok) installation.value.resetCheckpoint({ seq: 7, hash: 'h'.repeat(43) });
const room = createReserve(directory, Number(unitBytes), systemClock).hold();
process.stdout.write(JSON.stringify([installation.ok, room.ok]));
