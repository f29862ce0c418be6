import { publicHalf, signingKey, verifyingKey } from '../../../src-main/signatures/keys.ts';
import { requestMessage, type Message } from '../../../src-main/signatures/message.ts';
import { signMessage } from '../../../src-main/signatures/sign.ts';
import { verifyMessage } from '../../../src-main/signatures/verify.ts';
import type { Exchange } from './draft.ts';
import { keyId, otherKeyId, privateJwk, type Party } from './party.ts';

const key = signingKey(keyId, privateJwk);
const known = new Map([keyId, otherKeyId].map((kid) => [kid, verifyingKey(kid, publicHalf(privateJwk))]));

/** The product's own signatures. */
export const ours: Party = {
  name: 'ours',
  sign: ({ exchange, label, components, parameters }) => {
    const signed = signMessage({ message: messageOf(exchange), label, components, parameters, key });
    return Promise.resolve(signed.ok ? signed.value : null);
  },
  verify: (received, { label, required }) =>
    Promise.resolve(verifyMessage({ message: messageOf(received), keys: (kid) => known.get(kid), label, required }).ok),
};

function messageOf({ method, address, headers, answer }: Exchange): Message {
  const request = requestMessage(method, address, headers);
  return answer === null ? request : { kind: 'answer', status: answer.status, headers: answer.headers, request };
}
