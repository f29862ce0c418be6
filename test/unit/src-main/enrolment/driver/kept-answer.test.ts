import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sealedKeyResult } from '../../../../../src-main/enrolment/driver/kept-answer.ts';
import { encodeAnswer } from '../../../../../src-main/exchange/kept-answer.ts';
import { contextOf, Crash, value } from '../counter.ts';
import { invitationId } from '../samples.ts';
import { across, invitationRead, keyTaken, token } from '../scripted.ts';

it('an answer that lies here says nothing of a key that is lost, and stays for the day it is found', async () => {
  const { counter, service, installation, clock } = await across({}, { crashAt: 'enrolment-submitted' });
  service.script(invitationRead, keyTaken());
  await expect(counter.enrolment.begin({ invitationId, token })).rejects.toThrow(Crash);
  counter.close();
  rmSync(join(installation.directory, 'keyring.json'));
  const { enrolment, journal } = await installation.open({ clock });
  const missing = { ok: false, error: { code: 'vault_unavailable', detail: 'key_missing' } };
  expect(await enrolment.resume()).toEqual(missing);
  expect(await enrolment.resume()).toEqual(missing);
  expect(journal.events({ kind: 'enrolment-attempt-ended' })).toEqual([]);
});

it('a challenge that is not there, or cannot be read, is no challenge', async () => {
  const { counter } = await across();
  const context = contextOf(counter);
  const raw = { status: 200, headers: [], body: new TextEncoder().encode('{}') };
  const request = { operation: 'submitPartnerEnrollmentKey', url: 'https://partner.example', headers: [] } as const;
  const record = counter.vault.seal('no-challenge', encodeAnswer({ request, raw, receivedAtMs: 0 }));
  value(counter.journal.transaction((tx) => tx.fileSealed('no-challenge', record)));
  expect(sealedKeyResult(context, 'no-challenge')).toEqual({ ok: false, error: { code: 'answer_unreadable' } });
  const missing = { code: 'seal_failed', detail: 'record_missing' };
  expect(sealedKeyResult(context, 'nothing')).toEqual({ ok: false, error: missing });
});
