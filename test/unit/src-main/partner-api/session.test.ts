import { expect, it, onTestFinished } from 'vitest';

import { judgeAnswer, send } from '../../../../src-main/partner-api/session.ts';
import type { SendOptions } from '../../../../src-main/partner-api/session.ts';
import { prepareRequest } from '../../../../src-main/partner-api/request.ts';
import { generatePrivateKey, signingKey } from '../../../../src-main/signatures/keys.ts';
import { sessionOf, startSigningService } from './partner.ts';

/** What was heard of one refused call, dated `lateSeconds` after the time of its sending. */
async function heardOf({ key, lateSeconds = 0 }: Pick<SendOptions, 'key'> & { readonly lateSeconds?: number } = {}): Promise<string[]> {
  const service = await startSigningService(() => ({ status: 401, json: { code: 'invalid_credentials' } }));
  onTestFinished(() => service.close());
  const heard: string[] = [];
  const session = { ...sessionOf({ profile: service.profile }), heard: ({ operation }: { readonly operation: string }) => void heard.push(operation) };
  const prepared = prepareRequest(session.profile, { operation: 'runPartnerSignatureDiagnostic', body: new TextEncoder().encode('{}') }, Date.now() + lateSeconds * 1000, session.randomness);
  const sent = await send(session, prepared, key === undefined ? {} : { key });
  if (!sent.ok) throw new Error(sent.error.code);
  await judgeAnswer(session, prepared, sent.value);
  return heard;
}

it('a refusal is heard of', async () => {
  expect(await heardOf()).toEqual(['runPartnerSignatureDiagnostic']);
});

it('a refusal is not heard of where another key than the one in use had signed, or the request was dated wrongly', async () => {
  expect(await heardOf({ key: signingKey('00000000-0000-4000-8000-00000000000b', generatePrivateKey()) })).toEqual([]);
  expect(await heardOf({ lateSeconds: 3_600 })).toEqual([]);
});
