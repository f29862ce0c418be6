import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { openOrderTexts } from '../../src-main/orders/records/order-text.ts';
import { passphraseSealer } from '../../src-main/vault/passphrase-sealer.ts';
import { openVault } from '../../src-main/vault/vault.ts';
import { testPassphrase } from './counter.ts';

/** The body of an order as it lies sealed in the folder of a counter that does not run; undefined where it is not. */
export async function sealedBodyOf(directory: string, operationId: string): Promise<string | undefined> {
  const sealer = passphraseSealer(testPassphrase, systemRandomness);
  const opened = openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness });
  if (!sealer.ok || !opened.ok) throw new Error('the folder does not open');
  const { journal, records } = opened.value;
  try {
    const vault = await openVault({ directory, sealer: sealer.value, randomness: systemRandomness });
    if (!vault.ok) throw new Error(vault.error.code);
    records.openTexts(openOrderTexts(journal, vault.value));
    return records.find(operationId)?.intent.body;
  } finally {
    opened.value.close();
  }
}
