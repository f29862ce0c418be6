import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findQuery } from '../../../../../../src-main/hosts/cli/commands/orders-find.ts';
import { orders } from '../../../../../../src-main/hosts/cli/commands/orders.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { systemRandomness } from '../../../../../../src-main/hosts/system-ports.ts';
import { passphraseSealer } from '../../../../../../src-main/vault/passphrase-sealer.ts';
import { openVaultWithRecovery } from '../../../../../../src-main/vault/vault.ts';
import { terminalText } from '../../../../../../src-shared/words/main-text.ts';
import { makePassphraseCheap } from '../../../../../support/cheap-passphrase.ts';
import { tempFolder } from '../../../../../support/temp.ts';
import { codes, completed, Till, value } from '../../../orders/till.ts';
import { emptyFolder, runCommand } from './run-command.ts';

const text = terminalText('en');

/** What a command said since it was asked last, line by line. */
function stderr(): () => readonly string[] {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  return () => {
    const lines = written.mock.calls.map(([line]) => String(line).trim());
    written.mockClear();
    return lines;
  };
}

describe('orders find', () => {
  it('finds a sale by its short number, by no sealed reference without the passphrase, and takes its words as the screens do', async () => {
    const till = await Till.open();
    const sold = till.place({ externalReference: 'till 4 7' });
    till.place({ quantity: 3 });
    const { saleNumber = '' } = till.facts(sold).intent;
    till.close();
    for (const text of [saleNumber, saleNumber.toLowerCase().replace('-', ' ')])
      expect(await runCommand(till.directory, orders, `find ${text}`)).toMatchObject({
        exit: 0,
        value: { items: [{ operationId: sold, saleNumber }] },
      });
    expect(await runCommand(till.directory, orders, 'find Till 4 7')).toEqual({ exit: 0, value: { items: [] } });
    const all = await runCommand(till.directory, orders, 'find today');
    expect(all).toMatchObject({ value: { items: [{}, {}] } });
    expect(await runCommand(till.directory, orders, 'find yesterday')).toEqual({ exit: 0, value: { items: [] } });
    expect(await runCommand(till.directory, orders, 'find أمس till')).toEqual({ exit: 0, value: { items: [] } });
  });

  it('says where no reference is searched, and finds by it with the passphrase that opens the records', async () => {
    const till = await Till.open();
    const sold = till.place({ externalReference: 'Layla 4711' });
    const phrase = value(await till.counter.vault.makeRecoveryPhrase());
    till.close();
    const said = stderr();
    const run = (line: string, passphrase?: string) =>
      runCommand(till.directory, orders, line, passphrase === undefined ? {} : { COUNTERFOIL_PASSPHRASE: passphrase });
    const whole = await run(`find ${sold}`);
    expect(whole).toMatchObject({
      value: { items: [{ operationId: sold, externalReference: null, textClosed: true }] },
    });
    const closed = text('cli.orders.closed', { count: 1 });
    expect(said()).toEqual([text('cli.find.closed'), closed]);
    expect(await run('find layla')).toEqual({ exit: 0, value: { items: [] } });
    expect(said()).toEqual([text('cli.find.closed')]);
    await run('--all');
    expect(said()).toEqual([closed]);
    const [directory, ours] = [till.directory, 'a passphrase of ours'];
    const sealer = value(passphraseSealer(ours, systemRandomness));
    value(await openVaultWithRecovery({ directory, sealer, randomness: systemRandomness, phrase }));
    await makePassphraseCheap(directory, ours);
    for (const words of ['layla', 'LAYLA 4711', '4711'])
      expect(await run(`find ${words}`, ours)).toMatchObject({
        value: { items: [{ operationId: sold, externalReference: 'Layla 4711' }] },
      });
    expect(await run('find layl', ours)).toMatchObject({ value: { items: [] } });
    expect(said()).toEqual([]);
    expect(await run('find layla', 'another one')).toEqual({ exit: 0, value: { items: [] } });
    expect(said()).toEqual([text('cli.find.closed')]);
  });

  it('names what is wrong with its words', async () => {
    const data = emptyFolder();
    for (const [line, field] of [
      ['found x', 'orders'],
      ['find', 'find'],
      ['find x --serial', 'find'],
      ['--serial', 'serial'],
    ] as const)
      expect(await runCommand(data, orders, line)).toMatchObject({ error: { code: 'input_invalid', field } });
  });

  it('finds a sale by a serial number that a file has, and none by another', async () => {
    const till = await Till.open();
    const sold = till.place();
    till.service.script(completed(sold, { soldCards: codes }));
    await till.resume(sold);
    const find = (serial: string) => {
      const path = join(tempFolder(), 'serial');
      writeFileSync(path, `${serial}\n`);
      return findQuery({
        args: value(readArguments(['orders', 'find', '--serial-file', path].slice(1))),
        counter: () => Promise.resolve({ ok: true, value: till.counter }),
        nowMs: () => till.clock.nowMs(),
        text: () => '',
        stopping: new AbortController().signal,
      });
    };
    expect(await find('serial number 2')).toEqual({ ok: true, value: { find: sold, named: [sold] } });
    expect(await find('SERIAL-NUMBER-3')).toEqual({ ok: true, value: null });
  });
});
