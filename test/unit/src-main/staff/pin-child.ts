import { openLocalRecords } from '../../../../src-main/app/counter/counter.ts';
import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { openStaff } from '../../../../src-main/staff/staff.ts';
import { passphraseSealer } from '../../../../src-main/vault/passphrase-sealer.ts';
import { openVault } from '../../../../src-main/vault/vault.ts';

/** Tries wrong PINs at a folder whose first person is a manager, and is killed as soon as it has its last answer. */
const [directory = '', times = '0'] = process.argv.slice(2);
const ports = { directory, clock: systemClock, randomness: systemRandomness };
const records = openLocalRecords({ ...ports, answerRoomBytes: 4_096 });
const sealer = passphraseSealer('a passphrase for tests', systemRandomness);
if (!records.ok || !sealer.ok) throw new Error('the folder did not open');
const vault = await openVault({ ...ports, sealer: sealer.value });
if (!vault.ok) throw new Error('the vault did not open');
const staff = openStaff({ ...ports, journal: records.value.journal, vault: vault.value });
if (!staff.ok) throw new Error('the people did not open');
const [person] =
  staff.value.people().length > 0
    ? staff.value.people()
    : [await staff.value.add({ name: 'Mona', role: 'manager', pin: '24680' })].flatMap((added) =>
        added.ok ? [added.value] : [],
      );
if (person === undefined) throw new Error('nobody works here');
for (let time = 0; time < Number(times); time += 1) {
  const answer = await staff.value.signIn(person.id, '9999');
  process.stdout.write(`${answer.ok ? 'ok' : answer.error.code}\n`);
}
process.kill(process.pid, 'SIGKILL');
