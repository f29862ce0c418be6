import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownId, type StaffId } from '../../../../src-main/core/ids.ts';
import { err, ok } from '../../../../src-main/core/result.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { actingAs } from '../../../../src-main/staff/acting.ts';
import { canariesBelow } from '../../../support/canaries.ts';
import { value } from '../orders/till.ts';
import { StaffShop } from './staff-shop.ts';

const minuteMs = 60_000;

describe('the people of a shop', () => {
  it('begin with a manager, always have one, and are known again after a restart, whoever came last first', async () => {
    const shop = await StaffShop.open();
    expect(await shop.staff.add({ name: 'Omar', role: 'cashier', pin: '4321' })).toEqual(
      err({ code: 'manager_needed' }),
    );
    const mona = await shop.add('Mona', 'manager', '24680');
    const omar = await shop.add('Omar', 'cashier', '4321');
    expect(shop.staff.remove(mona)).toEqual(err({ code: 'manager_needed' }));
    expect(shop.staff.changeRole(mona, 'auditor')).toEqual(err({ code: 'manager_needed' }));
    value(await shop.staff.signIn(omar, '٤٣٢١'));
    await shop.restart();
    expect(shop.staff.people()).toEqual([
      { id: omar, name: 'Omar', role: 'cashier' },
      { id: mona, name: 'Mona', role: 'manager' },
    ]);
    value(shop.staff.changeRole(omar, 'manager'));
    value(shop.staff.remove(mona));
    expect([shop.staff.find(mona), shop.staff.remove(omar)]).toEqual([null, err({ code: 'manager_needed' })]);
  });

  it('have names that differ, which may be changed, and PINs that only they open with', async () => {
    const shop = await StaffShop.open();
    const mona = await shop.add('Mona', 'manager', '24680');
    const omar = await shop.add(' Omar  A. ', 'cashier', '4321');
    expect(await shop.staff.add({ name: 'omar a.', role: 'auditor', pin: '1111' })).toEqual(
      err({ code: 'name_taken', field: 'name' }),
    );
    expect(shop.staff.rename(omar, 'mona')).toEqual(err({ code: 'name_taken', field: 'name' }));
    expect(value(shop.staff.rename(omar, 'Omar B.'))).toEqual({ id: omar, name: 'Omar B.', role: 'cashier' });
    expect(await shop.staff.add({ name: 'Sara', role: 'auditor', pin: '123' })).toEqual(
      err({ code: 'pin_invalid', field: 'pin' }),
    );
    expect(await shop.staff.signIn(mona, '4321')).toEqual(err({ code: 'pin_wrong', field: 'pin' }));
    value(await shop.staff.changePin(omar, '8765'));
    expect(await shop.staff.signIn(omar, '4321')).toEqual(err({ code: 'pin_wrong', field: 'pin' }));
    expect(value(await shop.staff.signIn(omar, '8765')).name).toBe('Omar B.');
    const stranger = knownId<StaffId>(systemRandomness.uuid());
    expect(await shop.staff.signIn(stranger, '8765')).toEqual(err({ code: 'person_unknown' }));
  });

  it('leave no name and no PIN in the journal, and after they are removed no name in the folder', async () => {
    const shop = await StaffShop.open();
    const canaries = new Map(
      ['Mona-Canary', 'Omar-Canary', '73519462', '86420975'].map((text) => [text, Buffer.from(text)]),
    );
    const mona = await shop.add('Mona-Canary', 'manager', '73519462');
    const omar = await shop.add('Omar-Canary', 'cashier', '86420975');
    value(await shop.staff.signIn(omar, '86420975'));
    await shop.staff.signIn(omar, '73519462');
    actingAs(mona, () => value(shop.staff.remove(omar)));
    expect(JSON.stringify(shop.journal.events())).not.toMatch(/Canary|73519462|86420975/);
    expect(shop.journal.events({ subject: omar }).map(({ kind, body }) => [kind, body['change'], body['by']])).toEqual([
      ['staff-changed', 'added', undefined],
      ['staff-signed-in', undefined, undefined],
      ['staff-pin-failed', undefined, undefined],
      ['staff-changed', 'removed', mona],
    ]);
    shop.close();
    expect(canariesBelow(shop.directory, canaries)).toEqual(['staff.json: Mona-Canary']);
    expect(statSync(join(shop.directory, 'staff.json')).mode & 0o777).toBe(0o600);
  });

  it('have PINs that cost 32 MiB to try, unless a test says otherwise, and a cheaper one is still theirs', async () => {
    const shop = await StaffShop.open({});
    const costs = (): string[] => readFileSync(join(shop.directory, 'staff.json'), 'utf8').match(/"log2N":\d+/g) ?? [];
    const mona = await shop.add('Mona', 'manager', '24680');
    expect(costs()).toEqual(['"log2N":15']);
    const cheaper = await StaffShop.open();
    const omar = await cheaper.add('Omar', 'manager', '4321');
    value(await cheaper.staff.signIn(omar, '4321'));
    expect(await shop.staff.signIn(mona, '4321')).toEqual(err({ code: 'pin_wrong', field: 'pin' }));
    value(await shop.staff.signIn(mona, '24680'));
  });

  it('are not forgotten where their file cannot be read: the counter opens to nobody', async () => {
    const shop = await StaffShop.open();
    await shop.add('Mona', 'manager', '24680');
    for (const text of [
      '',
      '{}',
      readFileSync(join(shop.directory, 'staff.json'), 'utf8').replace('manager', 'owner'),
    ]) {
      writeFileSync(join(shop.directory, 'staff.json'), text);
      expect(await shop.reopened()).toEqual(err({ code: 'vault_unavailable', detail: 'staff_unreadable' }));
    }
  });
});

describe('wrong PINs', () => {
  it('lock that person and nobody else, longer each time, and a right one makes up for them', async () => {
    const shop = await StaffShop.open();
    const mona = await shop.add('Mona', 'manager', '24680');
    const omar = await shop.add('Omar', 'cashier', '4321');
    expect(await shop.miss(omar, 6)).toEqual([...Array<string>(4).fill('pin_wrong'), 'pin_locked', 'pin_locked']);
    expect(await shop.staff.signIn(omar, '4321')).toEqual(err({ code: 'pin_locked', field: 'pin' }));
    value(await shop.staff.signIn(mona, '24680'));
    await shop.clock.pass(minuteMs);
    expect([await shop.miss(omar, 1), shop.staff.lockedForMs(omar)]).toEqual([['pin_locked'], 2 * minuteMs]);
    await shop.clock.pass(2 * minuteMs);
    value(await shop.staff.signIn(omar, '4321'));
    expect(await shop.miss(omar, 4)).toEqual(Array<string>(4).fill('pin_wrong'));
    const kinds = shop.journal.events({ subject: omar }).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'staff-locked')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'staff-pin-failed')).toHaveLength(10);
  });

  it('that come all at once are tried one by one', async () => {
    const shop = await StaffShop.open();
    const mona = await shop.add('Mona', 'manager', '24680');
    const tried = Array.from({ length: 8 }, (_, guess) => shop.staff.signIn(mona, String(1000 + guess)));
    const right = shop.staff.signIn(mona, '24680');
    const codes = (await Promise.all(tried)).map((answer) => (answer.ok ? 'ok' : answer.error.code));
    expect(codes.filter((code) => code === 'pin_wrong')).toHaveLength(4);
    expect(await right).toEqual(err({ code: 'pin_locked', field: 'pin' }));
  });

  it.each([0, -86_400_000, -3_600_000 * 24 * 400])(
    'stay counted over a restart, with the clock put back by %i ms: locked for as long as it was, and no longer',
    async (shiftMs) => {
      const shop = await StaffShop.open();
      const mona = await shop.add('Mona', 'manager', '24680');
      await shop.miss(mona, 3);
      await shop.restart();
      expect(await shop.miss(mona, 2)).toEqual(['pin_wrong', 'pin_locked']);
      shop.clock.shiftMs = shiftMs;
      await shop.restart();
      expect(shop.staff.lockedForMs(mona)).toBe(minuteMs);
      await shop.clock.pass(minuteMs - 1);
      expect(await shop.staff.signIn(mona, '24680')).toEqual(err({ code: 'pin_locked', field: 'pin' }));
      await shop.clock.pass(1);
      value(await shop.staff.signIn(mona, '24680'));
    },
  );

  it('are made up for by a new PIN, which a manager gives', async () => {
    const shop = await StaffShop.open();
    await shop.add('Mona', 'manager', '24680');
    const omar = await shop.add('Omar', 'cashier', '4321');
    await shop.miss(omar, 5);
    value(await shop.staff.changePin(omar, '5678'));
    expect([shop.staff.lockedForMs(omar), value(await shop.staff.signIn(omar, '5678')).id]).toEqual([0, omar]);
  });
});

it('a right PIN opens with half a second of work', async () => {
  const shop = await StaffShop.open();
  const mona = await shop.add('Mona', 'manager', '24680');
  // A clock on the wall would also count what a busy machine does meanwhile.
  const before = process.cpuUsage();
  value(await shop.staff.signIn(mona, '24680'));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
});

describe('a forgotten PIN', () => {
  it('of a manager is made anew by the recovery phrase, of nobody else, and by no other phrase', async () => {
    const shop = await StaffShop.open();
    const mona = await shop.add('Mona', 'manager', '24680');
    const omar = await shop.add('Omar', 'cashier', '4321');
    await shop.miss(mona, 5);
    const phrase = await shop.phrase();
    const wrong = phrase.replace(/^./, (sign) => (sign === '2' ? '3' : '2'));
    expect(await shop.staff.resetPin(mona, wrong, '1357')).toEqual(err({ code: 'passphrase_wrong', field: 'phrase' }));
    expect(await shop.staff.resetPin(omar, phrase, '1357')).toEqual(err({ code: 'role_required', detail: 'manager' }));
    expect(await shop.staff.resetPin(mona, phrase, '13')).toEqual(err({ code: 'pin_invalid', field: 'pin' }));
    expect(await shop.staff.resetPin(mona, phrase.toLowerCase(), '1357')).toEqual(
      ok({ id: mona, name: 'Mona', role: 'manager' }),
    );
    value(await shop.staff.signIn(mona, '1357'));
    expect(shop.journal.events({ subject: mona }).map(({ body }) => body['change'])).toContain('pin-by-phrase');
  });
});
