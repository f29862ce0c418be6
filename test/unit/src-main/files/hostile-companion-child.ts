import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { foldersIn } from '../../../../src-main/app/counter/folders.ts';
import { keptProfile, keptSignature, keptText } from '../../../../src-main/app/counter/kept-file.ts';
import { rememberedSettings } from '../../../../src-main/app/counter/settings.ts';
import { systemClock } from '../../../../src-main/hosts/system-ports.ts';
import { openInstallation } from '../../../../src-main/journal/installation.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { openJournalToRead } from '../../../../src-main/journal/open-to-read.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { salvageJournal } from '../../../../src-main/journal/salvage.ts';
import { readKeyringFile } from '../../../../src-main/keyring/keyring-file.ts';
import { openPreferences } from '../../../../src-main/preferences/preferences.ts';
import { readPeople } from '../../../../src-main/staff/staff-file.ts';
import { openSupportLog } from '../../../../src-main/support-log/support-log.ts';
import { readCurrent } from '../../../../src-main/updates/installation.ts';
import { prepareInstallation } from '../../../../src-main/updates/launcher.ts';
import { addStart, readStarts } from '../../../../src-main/updates/starts.ts';
import { readEnvelope } from '../../../../src-main/vault/envelope.ts';
import { HandClock, openOrThrow, randomness, testRules } from '../journal/journal-fixture.ts';

/**
 * A process of its own, since what waits for a pipe cannot be told to stop: puts the trap that its first argument names
 * in the place of each file of the folder in its second, has that read, and writes a line on what came of it.
 */
const [trap = '', folder = ''] = process.argv.slice(2);

function lay(path: string): void {
  rmSync(path, { force: true });
  if (trap === 'pipe') execFileSync('mkfifo', [path]);
  else if (trap === 'device') symlinkSync('/dev/zero', path);
  else {
    writeFileSync(path, '');
    truncateSync(path, 100_000_000_000);
  }
}

function said(found: unknown): string {
  if (typeof found !== 'object' || found === null || !('ok' in found)) return JSON.stringify(found);
  const { ok, error } = found as { readonly ok: boolean; readonly error?: { readonly code: string; detail?: string } };
  return ok ? 'ok' : `${error?.code ?? ''} ${error?.detail ?? ''}`.trim();
}

async function tried(name: string, find: (own: string) => unknown): Promise<void> {
  const own = join(folder, name.replaceAll(/\W/g, '-'));
  mkdirSync(own);
  writeSync(1, `${name}: `);
  writeSync(1, `${said(await find(own))}\n`);
}

const reading = (file: string, read: (own: string) => unknown): Promise<void> =>
  tried(file, (own) => {
    lay(join(own, file));
    return read(own);
  });
const journalWith = (file: string, read: (options: Parameters<typeof openJournal>[0]) => unknown): Promise<void> =>
  tried(file, (own) => {
    const journal = openOrThrow(own);
    journal.append({ subject: '', kind: 'filler', body: {} });
    journal.close();
    lay(join(own, file));
    return read({ directory: own, rules: testRules, clock: new HandClock(), randomness });
  });

await reading('installation', (own) => openInstallation(own, randomness));
await reading('keyring.json', readKeyringFile);
await reading('vault.json', readEnvelope);
await reading('staff.json', readPeople);
await reading('settings.json', (own) => typeof rememberedSettings(own));
await reading('preferences.json', (own) => typeof openPreferences(own, null).read());
await reading('current', readCurrent);
await reading('starts', (own) => [readStarts(own), addStart(own, { kind: 'good', name: 'counterfoil-0.1.0' }).ok]);
await reading('counterfoil', (own) => prepareInstallation({ folder: own, current: 'counterfoil-0.1.0', before: null }));
await tried('deployment.json', (own) => {
  const folders = foldersIn(own);
  mkdirSync(folders.deployment);
  for (const name of ['deployment.json', 'deployment.signed.json', 'deployment.signed.next.json'])
    lay(join(folders.deployment, name));
  return [keptText(folders), said(keptProfile(folders)), keptSignature(folders).state];
});
await tried('support.log', async (own) => {
  lay(join(own, 'support.log'));
  const log = openSupportLog(own, systemClock);
  log.note({ kind: 'ended' });
  await log.close();
  return (await log.text()).length < 1_000;
});
await journalWith('journal.db', openJournal);
await journalWith('journal.db-wal', openJournal);
await journalWith('reserve', openJournal);
await tried('journal.db that is read', (own) => {
  if (trap !== 'hole') lay(join(own, 'journal.db'));
  return openJournalToRead({ directory: own, rules: testRules, clock: new HandClock(), randomness });
});
await tried('backup', (own) => {
  // A file of holes would be copied.
  if (trap !== 'hole') lay(join(own, 'backup.db'));
  return restoreJournal({
    directory: own,
    file: join(own, 'backup.db'),
    rules: testRules,
    clock: new HandClock(),
    randomness,
  });
});
await tried('log of a backup', (own) => {
  const journal = openOrThrow(join(own, 'counter'));
  journal.append({ subject: '', kind: 'filler', body: {} });
  const file = join(own, 'whole.db');
  journal.backup(file);
  journal.close();
  if (trap !== 'hole') lay(`${file}-wal`);
  return restoreJournal({
    directory: join(own, 'counter'),
    file,
    rules: testRules,
    clock: new HandClock(),
    randomness,
  });
});
await tried('salvage', (own) => {
  const journal = openOrThrow(own);
  journal.append({ subject: '', kind: 'filler', body: {} });
  journal.close();
  mkdirSync(join(own, 'backups'), { recursive: true });
  if (trap !== 'hole') lay(join(own, 'backups', 'base-2030-01-01T00-00-00-000Z.db'));
  return salvageJournal({ directory: own, rules: testRules, clock: new HandClock(), randomness });
});
