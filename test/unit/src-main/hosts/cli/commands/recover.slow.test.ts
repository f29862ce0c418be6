import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openLocalRecords } from '../../../../../../src-main/app/counter/counter.ts';
import { recover } from '../../../../../../src-main/hosts/cli/commands/recover.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import type { CommandOutcome } from '../../../../../../src-main/hosts/cli/terminal/command-outcome.ts';
import { createContext } from '../../../../../../src-main/hosts/cli/terminal/context.ts';
import { systemClock, systemRandomness } from '../../../../../../src-main/hosts/system-ports.ts';
import { passphraseSealer } from '../../../../../../src-main/vault/passphrase-sealer.ts';
import { openVault, type SealedRecord } from '../../../../../../src-main/vault/vault.ts';
import { tempFolder } from '../../../../../support/temp.ts';
import { value } from '../../../orders/till.ts';

const secret = Buffer.from('what was sealed before');
let directory: string;
let phrase: string;
let record: SealedRecord;

const open = (passphrase: string) =>
  openVault({ directory, sealer: value(passphraseSealer(passphrase, systemRandomness)), randomness: systemRandomness });

beforeEach(async () => {
  directory = tempFolder();
  value(openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness })).close();
  const vault = value(await open('the lost one'));
  phrase = value(await vault.makeRecoveryPhrase());
  record = vault.seal('a', secret);
});

async function recoverWith(text: string, passphrase = 'the new one'): Promise<CommandOutcome> {
  const file = join(tempFolder(), 'phrase');
  writeFileSync(file, text);
  const context = createContext(
    value(readArguments(['--data', directory, '--phrase-file', file])),
    { COUNTERFOIL_PASSPHRASE: passphrase },
    () => undefined,
  );
  try {
    return await recover.run(context);
  } finally {
    context.close();
  }
}

describe('recover', () => {
  it('opens a folder whose passphrase is lost, seals it under the new one and keeps the phrase nowhere', async () => {
    expect(await open('the new one')).toMatchObject({ ok: false, error: { code: 'passphrase_wrong' } });
    expect(await recoverWith(`${phrase.toLowerCase()}\n`)).toEqual({ exit: 0, value: { recovered: true } });
    expect(Buffer.from(value(value(await open('the new one')).unseal('a', record)))).toEqual(secret);
    for (const name of readdirSync(directory)) expect(readFileSync(join(directory, name)).includes(phrase)).toBe(false);
  });

  it('names the file where its phrase is another, and changes nothing', async () => {
    for (const wrong of ['nonsense', '0000-1111-2222-3333-4444-5555-6666-7777']) {
      expect(await recoverWith(wrong)).toEqual({ exit: 6, error: { code: 'passphrase_wrong', field: 'phrase-file' } });
    }
    expect((await open('the lost one')).ok).toBe(true);
  });

  it('wants a file and a passphrase', async () => {
    const context = createContext(
      value(readArguments(['--data', directory, '--phrase-file', join(directory, 'absent')])),
      {},
      () => undefined,
    );
    const error = { code: 'input_invalid', field: 'phrase-file', detail: 'missing' };
    expect(await recover.run(context)).toEqual({ exit: 2, error });
    expect(await recoverWith(phrase, '')).toEqual({ exit: 6, error: { code: 'passphrase_required' } });
  });
});
