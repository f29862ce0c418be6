import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { openKeyring } from '../../../../src-main/keyring/keyring.ts';
import { memorySealer } from '../../../../src-main/vault/memory-sealer.ts';
import { openVault } from '../../../../src-main/vault/vault.ts';
import { tempFolder } from '../../../support/temp.ts';
import { value } from '../orders/till.ts';

const deployment = 'https://service.test';
const witness = { seq: 7, hash: 'head' };

/** The members of a file from before there were day ends and short numbers. */
const olderMembers = ['version', 'witness', 'keys'];
const olderKeyMembers = 'createdAt deployment keyId localId publicJwk sealedPrivateKey status thumbprint'.split(' ');

it('a keyring from before day ends and short numbers opens, keeps its key and checkpoint, and takes both up', async () => {
  const directory = tempFolder();
  const sealer = memorySealer(systemRandomness);
  const vault = value(await openVault({ directory, sealer, randomness: systemRandomness }));
  const open = () => value(openKeyring({ directory, vault, randomness: systemRandomness, clock: systemClock }));
  const first = open();
  const { localId } = value(first.make(deployment));
  value(first.bindKeyId(localId, systemRandomness.uuid()));
  value(first.activate(localId));
  value(first.recordCheckpoint(witness));
  const file = join(directory, 'keyring.json');
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { readonly keys: readonly object[] };
  expect(Object.keys(stored)).toEqual(olderMembers);
  expect(Object.keys(stored.keys[0] ?? {}).sort()).toEqual(olderKeyMembers);
  writeFileSync(file, JSON.stringify(stored));

  const later = open();
  expect([later.checkpoint(), later.lastZ(), later.saleEpoch()]).toEqual([witness, null, 0]);
  const before = later.active(deployment);
  expect(before?.localId).toBe(localId);
  value(later.recordLastZ({ number: 1 }));
  const again = open();
  expect([again.checkpoint(), again.lastZ(), again.active(deployment)?.localId]).toEqual([
    witness,
    { number: 1 },
    localId,
  ]);
});
