import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journalRules } from '../../../../../src-main/app/counter/journal-rules.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { introductionOf, type Introduction } from '../../../../../src-main/deployment/introduction.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { automaticBackups } from '../../../../../src-main/journal/backups.ts';
import { openJournal } from '../../../../../src-main/journal/open-journal.ts';
import { memorySealer } from '../../../../../src-main/vault/memory-sealer.ts';
import { secretSealer } from '../../../../../src-main/vault/passphrase-sealer.ts';
import { damageIntentOf } from '../../../../support/damaged-intent.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { newOperationId, value } from '../../orders/till.ts';
import { appInTest, aSale, enrolledApp, settled, type HostParts } from '../counter-app.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());
const profileText = (): string => JSON.stringify(service.profile);

const enrolled = (dataDirectory: string): Promise<HostParts> => enrolledApp(service, { dataDirectory });

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Past the triggers, and without hashing anything anew. */
function changeLastEvent(folder: string): void {
  const file = new BetterSqlite3(join(folder, 'journal.db'));
  file.exec(
    'DROP TRIGGER events_are_not_changed; UPDATE events SET at_ms = at_ms + 1 WHERE seq = (SELECT max(seq) FROM events)',
  );
  file.close();
}

describe('the counter with a deployment', () => {
  it('is opened again at the next start, and goes on by itself with what was pending', async () => {
    const dataDirectory = tempFolder();
    const first = await enrolled(dataDirectory);
    const sale = await aSale(first.app);
    await service.fault('drop-after-commit', 'createPartnerOrder');
    const { operationId } = value(await first.app.handlers.orders.place(sale));
    await settled(first, operationId, 'unknown');
    await first.app.close();

    const second = await appInTest({ dataDirectory });
    expect(value(await second.app.handlers.app.start({}))).toMatchObject({
      mode: 'deployment',
      deploymentName: service.profile.name,
      enrolment: { state: 'active' },
    });
    const order = await settled(second, operationId);
    expect(order.codes.length + (order.codesState === 'toReveal' ? 2 : 0)).toBe(2);
    expect(value(await second.app.handlers.reveals.show({ operationId })).cards).toHaveLength(2);
    // The same deployment may be chosen again while it is open.
    value(await second.app.handlers.app.useDeployment({ text: profileText() }));
    expect(value(await second.app.handlers.orders.read({ operationId })).order.state).toBe('completed');
  });

  it('shows its journal where the data key cannot be had, and says why it does not sell', async () => {
    const dataDirectory = tempFolder();
    const first = await enrolled(dataDirectory);
    const { operationId } = value(await first.app.handlers.orders.place(await aSale(first.app)));
    await settled(first, operationId);
    await first.app.close();
    const second = await appInTest({
      dataDirectory,
      sealerFor: () => err({ code: 'sealing_unsafe', detail: 'basic_text' }),
    });
    expect(value(await second.app.handlers.app.start({}))).toMatchObject({
      mode: 'deployment',
      problem: { code: 'vault_unavailable', detail: 'sealer_changed' },
      enrolment: { state: 'none' },
    });
    expect(value(await second.app.handlers.orders.read({ operationId })).order.state).toBe('completed');
    expect(await second.app.handlers.reveals.show({ operationId })).toEqual(
      err({ code: 'vault_unavailable', detail: 'sealer_changed' }),
    );
  });

  it('makes no vault where the one that sealed its key is gone, and opens with it once it is back', async () => {
    const dataDirectory = tempFolder();
    const vault = join(dataDirectory, 'counter', 'vault.json');
    const first = await enrolled(dataDirectory);
    await first.app.close();
    const kept = readFileSync(vault);
    rmSync(vault);
    const second = await appInTest({ dataDirectory });
    expect(value(await second.app.handlers.app.start({}))).toMatchObject({
      mode: 'deployment',
      problem: { code: 'vault_missing' },
      enrolment: { state: 'none' },
    });
    expect(await second.app.handlers.app.recover({ phrase: '0000-1111-2222-3333-4444-5555-6666-7777' })).toEqual(
      err({ code: 'not_allowed' }),
    );
    await second.app.close();
    expect(existsSync(vault)).toBe(false);
    writeFileSync(vault, kept);
    const third = await appInTest({ dataDirectory });
    expect(value(await third.app.handlers.app.start({})).enrolment).toMatchObject({ state: 'active' });
  });

  it('offers the backup of the day before once the last one turned out to be damaged', async () => {
    const dataDirectory = tempFolder();
    await (await enrolled(dataDirectory)).app.close();
    const directory = join(dataDirectory, 'counter');
    const [before] = automaticBackups(directory);
    const clock = { ...systemClock, nowMs: () => Date.now() + 2 * 86_400_000 };
    const opened = openJournal({ directory, rules: journalRules, clock, randomness: systemRandomness });
    value(opened).close();
    const [last] = automaticBackups(directory);
    expect(last).not.toEqual(before);
    writeFileSync(last?.path ?? '', readFileSync(last?.path ?? '').fill(0xff, 8_192, 8_300));
    truncateSync(join(directory, 'journal.db'), 12_288);
    const { app } = await appInTest({ dataDirectory });
    const offered = async (): Promise<number> => Date.parse(value(await app.handlers.app.start({})).lastBackupAt ?? '');
    expect(await offered()).toBe(last?.atMs);
    const madeAt = (atMs = 0): string => new Date(atMs).toISOString();
    expect(value(await app.handlers.app.start({})).olderBackupsAt).toEqual([madeAt(before?.atMs)]);
    expect(await app.handlers.app.restoreBackup({ madeAt: madeAt(last?.atMs) })).toMatchObject(
      err({ code: 'journal_corrupt', field: 'file' }),
    );
    expect(await offered()).toBe(before?.atMs);
    expect(value(await app.handlers.app.restoreBackup({ madeAt: madeAt(before?.atMs) })).copyStatus).toBe('restored');
  });

  it('restores the last backup in the place of damaged records when a person says so, and sells nothing from it before it was checked', async () => {
    const dataDirectory = tempFolder();
    const first = await enrolled(dataDirectory);
    const { operationId } = value(await first.app.handlers.orders.place(await aSale(first.app)));
    await settled(first, operationId);
    await first.app.close();
    const second = await appInTest({ dataDirectory });
    const sale = await aSale(second.app);
    expect(value(await second.app.handlers.app.start({})).lastBackupAt).toBeUndefined();
    expect(await second.app.handlers.app.restoreBackup({ madeAt: new Date().toISOString() })).toEqual(
      err({ code: 'not_allowed' }),
    );
    await second.app.close();
    const backups = join(dataDirectory, 'counter', 'backups');
    const [backup = ''] = readdirSync(backups);
    truncateSync(join(dataDirectory, 'counter', 'journal.db'), 12_288);
    const { app } = await appInTest({ dataDirectory });
    const { problem, lastBackupAt = '' } = value(await app.handlers.app.start({}));
    expect(problem).toMatchObject({ code: 'journal_corrupt' });
    expect(backup).toBe(`base-${lastBackupAt.replaceAll(/[:.]/g, '-')}.db`);
    expect(await app.handlers.app.restoreBackup({ madeAt: '2026-01-01T00:00:00.000Z' })).toEqual(
      err({ code: 'not_allowed' }),
    );
    const kept = readFileSync(join(backups, backup));
    writeFileSync(join(backups, backup), kept.subarray(0, 12_288));
    expect(await app.handlers.app.restoreBackup({ madeAt: lastBackupAt })).toMatchObject(
      err({ code: 'journal_corrupt', field: 'file' }),
    );
    expect(value(await app.handlers.app.start({}))).toMatchObject({
      problem: { code: 'journal_corrupt' },
      lastBackupAt,
    });
    writeFileSync(join(backups, backup), kept);
    const restored = value(await app.handlers.app.restoreBackup({ madeAt: lastBackupAt }));
    expect(restored).toMatchObject({ mode: 'deployment', copyStatus: 'restored', enrolment: { state: 'active' } });
    expect([restored.problem, restored.lastBackupAt]).toEqual([undefined, undefined]);
    expect(value(await app.handlers.orders.read({ operationId })).order.state).toBe('completed');
    expect(await app.handlers.orders.place(sale)).toMatchObject(err({ code: 'records_not_reconciled' }));
    expect(readdirSync(join(dataDirectory, 'counter', 'set-aside'))).toHaveLength(1);
    value(await app.handlers.reveals.reconcile({}));
    expect(value(await app.handlers.app.start({})).copyStatus).toBeUndefined();
    await app.close();
    changeLastEvent(join(dataDirectory, 'counter'));
    // Such a journal can be opened and read; only nothing new begins on it.
    const last = await appInTest({ dataDirectory });
    expect(value(await last.app.handlers.app.start({}))).toMatchObject({
      problem: { code: 'journal_corrupt' },
      lastBackupAt,
      enrolment: { state: 'active' },
    });
    expect(value(await last.app.handlers.app.restoreBackup({ madeAt: lastBackupAt })).problem).toBeUndefined();
    expect(value(await last.app.handlers.orders.read({ operationId })).order.state).toBe('completed');
  });

  it('shows the orders of a folder that cannot be written, and sells nothing from it', async () => {
    const dataDirectory = tempFolder();
    const first = await enrolled(dataDirectory);
    const { operationId } = value(await first.app.handlers.orders.place(await aSale(first.app)));
    await settled(first, operationId);
    const sale = await aSale(first.app);
    await first.app.close();
    const lock = join(dataDirectory, 'counter', 'journal.lock');
    rmSync(lock);
    mkdirSync(lock);
    const second = await appInTest({ dataDirectory });
    expect(value(await second.app.handlers.app.start({}))).toMatchObject({
      mode: 'deployment',
      problem: { code: 'journal_not_writable' },
      enrolment: { state: 'none' },
    });
    expect(value(await second.app.handlers.orders.read({ operationId })).order.state).toBe('completed');
    expect(value(await second.app.handlers.orders.list({ show: 'all' })).items).toHaveLength(1);
    expect(await second.app.handlers.orders.place(sale)).toMatchObject(err({ code: 'journal_not_writable' }));
    await second.app.close();
    rmSync(lock, { recursive: true });
    const third = await appInTest({ dataDirectory });
    expect(value(await third.app.handlers.app.start({})).enrolment).toMatchObject({ state: 'active' });
  });

  it('saves what is left of damaged records when a person says so, names what is lost, and has the check ask the service for it', async () => {
    const dataDirectory = tempFolder();
    const first = await enrolled(dataDirectory);
    expect(await first.app.handlers.app.salvage({})).toEqual(err({ code: 'not_allowed' }));
    const [lost, kept] = [
      value(await first.app.handlers.orders.place(await aSale(first.app))),
      value(await first.app.handlers.orders.place({ ...(await aSale(first.app)), besidesPending: true })),
    ];
    for (const { operationId } of [lost, kept]) await settled(first, operationId);
    const sale = await aSale(first.app);
    await first.app.close();
    damageIntentOf(join(dataDirectory, 'counter', 'journal.db'), lost.operationId);
    // A backup would fill the gap.
    rmSync(join(dataDirectory, 'counter', 'backups'), { recursive: true });
    const { app } = await appInTest({ dataDirectory });
    expect(value(await app.handlers.app.start({})).problem).toMatchObject({ code: 'journal_corrupt' });
    const salvaged = value(await app.handlers.app.salvage({}));
    expect(salvaged).toMatchObject({
      mode: 'deployment',
      copyStatus: 'restored',
      enrolment: { state: 'active' },
      salvaged: { missing: [{ operationId: lost.operationId, what: 'intent' }] },
    });
    expect(salvaged.problem).toBeUndefined();
    expect(await app.handlers.orders.place(sale)).toMatchObject(err({ code: 'records_not_reconciled' }));
    const lostOrders = [{ operationId: lost.operationId, standing: 'completed', quantity: sale.quantity }];
    expect(value(await app.handlers.reveals.reconcile({})).lostOrders).toEqual(lostOrders);
    const after = value(await app.handlers.app.start({}));
    expect([after.copyStatus, after.salvaged, after.findings?.lostOrders]).toEqual([undefined, undefined, lostOrders]);
    expect(value(await app.handlers.orders.read({ operationId: kept.operationId })).order.state).toBe('completed');
    await app.close();
  });

  it('says at start why what was chosen does not open: in use, or a profile that is none', async () => {
    const dataDirectory = tempFolder();
    const first = await appInTest({ dataDirectory });
    value(await first.app.handlers.app.useDeployment({ text: profileText() }));
    const twin = await appInTest({ dataDirectory });
    expect(value(await twin.app.handlers.app.start({}))).toMatchObject({
      mode: 'deployment',
      problem: { code: 'journal_in_use' },
    });
    expect(await twin.app.handlers.orders.list({ show: 'pending' })).toMatchObject(err({ code: 'journal_in_use' }));
    await twin.app.close();
    await first.app.close();
    writeFileSync(join(dataDirectory, 'counter', 'deployment.json'), '{"version":1}');
    const third = await appInTest({ dataDirectory });
    expect(value(await third.app.handlers.app.start({}))).toMatchObject({
      mode: 'deployment',
      problem: { code: 'profile_invalid', field: 'name' },
    });
    expect(value(await third.app.handlers.orders.list({ show: 'pending' })).items).toEqual([]);
  });

  it('changes nothing for a profile that is none, and names the field', async () => {
    const { app, dataDirectory } = await appInTest();
    expect(
      await app.handlers.app.useDeployment({
        text: profileText().replace('"name"', '"nom"').replace('"baseUrl"', '"address"'),
      }),
    ).toMatchObject(
      err({
        code: 'profile_invalid',
        faults: [{ field: 'name' }, { field: 'baseUrl' }, { field: 'nom' }, { field: 'address' }],
      }),
    );
    expect(value(await app.handlers.app.start({}))).toMatchObject({ mode: 'none' });
    expect(readdirSync(dataDirectory)).toEqual([]);
  });

  it('goes back to what was chosen where a training cannot start', async () => {
    const dataDirectory = tempFolder();
    const { app } = await appInTest({
      dataDirectory,
      startSandbox: () => Promise.resolve(err({ code: 'sandbox_failed' })),
    });
    value(await app.handlers.app.useDeployment({ text: profileText() }));
    expect(await app.handlers.app.startTraining({})).toEqual(err({ code: 'sandbox_failed' }));
    expect(value(await app.handlers.app.start({}))).toMatchObject({ mode: 'deployment' });
  });

  it('is locked once something is open again where the lock comes while one takes the place of another', async () => {
    const { app, notices } = await appInTest({
      startSandbox: async () => {
        await app.lock();
        return err({ code: 'sandbox_failed' });
      },
    });
    value(await app.handlers.app.useDeployment({ text: profileText() }));
    await app.handlers.app.startTraining({});
    expect(value(await app.handlers.screen.state({})).locked).toBe(true);
    expect(notices).toContainEqual({ notice: 'lockChanged', payload: { locked: true } });
  });

  it('is not left for a training while a sale is unsettled, but where it cannot go on with it', async () => {
    const dataDirectory = tempFolder();
    const first = await enrolled(dataDirectory);
    const { operationId } = value(await first.app.handlers.orders.place(await aSale(first.app)));
    await settled(first, operationId);
    expect(await first.app.handlers.app.startTraining({})).toEqual(err({ code: 'not_allowed' }));
    await first.app.close();
    const startSandbox = () => Promise.resolve(err({ code: 'sandbox_failed' as const }));
    const second = await appInTest({
      dataDirectory,
      startSandbox,
      sealerFor: () => err({ code: 'sealing_unsafe', detail: 'basic_text' }),
    });
    expect(await second.app.handlers.app.startTraining({})).toEqual(err({ code: 'sandbox_failed' }));
  });

  it('is not changed for another while a sale is unsettled, nor where one was begun just before its turn came', async () => {
    const parts = await enrolled(tempFolder());
    const sale = await aSale(parts.app);
    const another = JSON.stringify({ ...service.profile, name: 'Another shop' });
    const [placed, chosen] = await Promise.all([
      parts.app.handlers.orders.place(sale),
      parts.app.handlers.app.useDeployment({ text: another }),
    ]);
    const { operationId } = value(placed);
    expect(chosen).toEqual(err({ code: 'not_allowed' }));
    await settled(parts, operationId);
    expect(await parts.app.handlers.app.useDeployment({ text: another })).toEqual(err({ code: 'not_allowed' }));
    expect(value(await parts.app.handlers.app.start({})).deploymentName).toBe(service.profile.name);
    value(await parts.app.handlers.reveals.show({ operationId }));
    value(await parts.app.handlers.reveals.handOver({ operationId }));
    expect(value(await parts.app.handlers.app.useDeployment({ text: another }))).toMatchObject({
      deploymentName: 'Another shop',
    });
  });

  it('is taken only once the person was shown it and said yes, and stays what it was where they said no', async () => {
    const asked: Introduction[] = [];
    let answer = false;
    const { app, dataDirectory } = await appInTest({
      confirmDeployment: (introduction) => {
        asked.push(introduction);
        return Promise.resolve(answer);
      },
    });
    expect(await app.handlers.app.useDeployment({ text: profileText() })).toEqual(err({ code: 'deployment_declined' }));
    expect(value(await app.handlers.app.start({}))).toMatchObject({ mode: 'none' });
    expect(readdirSync(dataDirectory)).toEqual([]);
    expect(await app.handlers.app.useDeployment({ text: '{}' })).toMatchObject(err({ code: 'profile_invalid' }));
    expect(asked).toEqual([introductionOf(service.profile)]);
    answer = true;
    const { host } = introductionOf(service.profile);
    expect(value(await app.handlers.app.useDeployment({ text: profileText() }))).toMatchObject({
      mode: 'deployment',
      deploymentHost: host,
      deploymentName: service.profile.name,
    });
    answer = false;
    const weaker = { ...service.profile, answer: { ...service.profile.answer, binding: [] } };
    expect(await app.handlers.app.useDeployment({ text: JSON.stringify(weaker) })).toEqual(
      err({ code: 'deployment_declined' }),
    );
    expect(asked.at(-1)?.weaker.map(({ field }) => field)).toContain('answer.binding');
    expect(value(await app.handlers.app.start({}))).toMatchObject({ mode: 'deployment', deploymentHost: host });
  });

  it('is asked about once at a time, and not taken where the counter was locked meanwhile', async () => {
    const answers: ((taken: boolean) => void)[] = [];
    const { app } = await appInTest({ confirmDeployment: () => new Promise((resolve) => answers.push(resolve)) });
    const first = app.handlers.app.useDeployment({ text: profileText() });
    expect(
      await app.handlers.app.useDeployment({ text: JSON.stringify({ ...service.profile, name: 'Another' }) }),
    ).toEqual(err({ code: 'not_allowed' }));
    answers.forEach((yes) => yes(true));
    value(await first);
    const second = app.handlers.app.useDeployment({ text: JSON.stringify({ ...service.profile, name: 'Another' }) });
    await app.lock();
    answers.forEach((yes) => yes(true));
    expect(await second).toEqual(err({ code: 'not_allowed', detail: 'locked' }));
    expect(value(await app.handlers.app.start({})).deploymentName).toBe(service.profile.name);
  });

  it('is not to be had in a host for training alone', async () => {
    const dataDirectory = tempFolder();
    const first = await appInTest({ dataDirectory });
    value(await first.app.handlers.app.useDeployment({ text: profileText() }));
    await first.app.close();
    const { app } = await appInTest({ dataDirectory, trainingOnly: true });
    expect(value(await app.handlers.app.start({}))).toMatchObject({ mode: 'none' });
    expect(await app.handlers.app.useDeployment({ text: profileText() })).toEqual(err({ code: 'not_allowed' }));
  });

  it('speaks the language that was chosen, also after a restart and where its settings are damaged', async () => {
    const dataDirectory = tempFolder();
    const first = await appInTest({ dataDirectory });
    value(await first.app.handlers.app.setLanguage({ language: 'ar' }));
    expect(value(await (await appInTest({ dataDirectory })).app.handlers.app.start({})).language).toBe('ar');
    writeFileSync(join(dataDirectory, 'settings.json'), 'damaged');
    expect(value(await (await appInTest({ dataDirectory })).app.handlers.app.start({})).language).toBe('en');
    rmSync(join(dataDirectory, 'settings.json'));
  });

  it('refuses to sell without a key', async () => {
    const { app } = await appInTest();
    const price = { amount: '1.000', currency: 'KWD' };
    const input = {
      walletId: newOperationId(),
      cardId: newOperationId(),
      quantity: 1,
      pricesRevision: 0,
      shownTotal: price,
      useAllowedDebt: false,
      besidesPending: false,
    };
    expect(await app.handlers.orders.place(input)).toEqual(err({ code: 'deployment_required' }));
    value(await app.handlers.app.useDeployment({ text: profileText() }));
    expect(await app.handlers.orders.place(input)).toEqual(err({ code: 'not_enrolled' }));
  });
});

describe('the recovery phrase', () => {
  const elsewhere: readonly (readonly [string, () => ReturnType<typeof memorySealer>])[] = [
    ['is another one', () => secretSealer('another-store', 'its secret', systemRandomness)],
    ['has forgotten', () => memorySealer(systemRandomness)],
  ];
  it.each(elsewhere)(
    'brings everything back where the key store %s, from then on under that store',
    async (_, newStore) => {
      const dataDirectory = tempFolder();
      const first = await enrolled(dataDirectory);
      const { phrase } = value(await first.app.handlers.app.recoveryPhrase({}));
      const { operationId } = value(await first.app.handlers.orders.place(await aSale(first.app)));
      await settled(first, operationId);
      await first.app.close();

      const store = newStore();
      const { app, bugs } = await appInTest({ dataDirectory, sealerFor: () => ok(store) });
      expect(value(await app.handlers.app.start({})).problem).toEqual({
        code: 'vault_unavailable',
        detail: 'sealer_changed',
      });
      for (const wrong of ['', 'nonsense', '0000-1111-2222-3333-4444-5555-6666-7777']) {
        expect(await app.handlers.app.recover({ phrase: wrong })).toEqual(
          err({ code: 'passphrase_wrong', field: 'phrase' }),
        );
      }
      expect(value(await app.handlers.orders.list({ show: 'codesWaiting' })).items).toHaveLength(1);

      const recovered = value(await app.handlers.app.recover({ phrase: phrase.toLowerCase().replaceAll('-', ' ') }));
      expect(recovered).toMatchObject({ mode: 'deployment', enrolment: { state: 'active' } });
      expect(recovered.problem).toBeUndefined();
      expect(value(await app.handlers.reveals.show({ operationId })).cards).toHaveLength(2);
      expect(await app.handlers.app.recover({ phrase })).toEqual(err({ code: 'not_allowed' }));
      await app.close();
      const third = await appInTest({ dataDirectory, sealerFor: () => ok(store) });
      expect(value(await third.app.handlers.app.start({})).problem).toBeUndefined();
      for (const path of filesIn(dataDirectory)) expect(readFileSync(path).includes(phrase), path).toBe(false);
      expect(bugs).toEqual([]);
    },
  );

  it('opens nothing where the machine has no safe place for keys, or nothing was chosen', async () => {
    const dataDirectory = tempFolder();
    const first = await appInTest({ dataDirectory });
    expect(await first.app.handlers.app.recover({ phrase: 'any' })).toEqual(err({ code: 'not_allowed' }));
    value(await first.app.handlers.app.useDeployment({ text: profileText() }));
    const { phrase } = value(await first.app.handlers.app.recoveryPhrase({}));
    await first.app.close();
    const { app } = await appInTest({ dataDirectory, sealerFor: () => err({ code: 'sealing_unsafe' }) });
    expect(await app.handlers.app.recover({ phrase })).toEqual(err({ code: 'sealing_unsafe' }));
  });
});

describe('leaving a training', () => {
  it('stops its service, forgets it and goes back to the first choice', async () => {
    const { app, dataDirectory } = await appInTest();
    expect(await app.handlers.app.leaveTraining({})).toEqual(err({ code: 'not_allowed' }));
    value(await app.handlers.app.startTraining({}));
    expect(value(await app.handlers.app.leaveTraining({}))).toMatchObject({
      mode: 'none',
      enrolment: { state: 'none' },
    });
    expect(existsSync(join(dataDirectory, 'training'))).toBe(false);
    expect(value(await app.handlers.app.useDeployment({ text: profileText() }))).toMatchObject({ mode: 'deployment' });
    expect(await app.handlers.app.leaveTraining({})).toEqual(err({ code: 'not_allowed' }));
  });

  it('goes back to a deployment that had been chosen before, and to its key', async () => {
    const { app } = await enrolled(tempFolder());
    const { enrolment, deploymentName } = value(await app.handlers.app.start({}));
    value(await app.handlers.app.startTraining({}));
    expect(value(await app.handlers.app.leaveTraining({}))).toMatchObject({
      mode: 'deployment',
      deploymentName,
      enrolment,
    });
  });
});
