import { verify } from 'node:crypto';
import {
  component,
  createSignature,
  verifySignature,
  type ComponentDescriptor,
  type FieldOccurrence,
  type MessageDescriptor,
  type RequestDescriptor,
} from 'http-message-sig';
import type { ComponentId } from '../../../src-main/signatures/component.ts';
import type { HeaderLine } from '../../../src-main/signatures/message.ts';
import type { Exchange } from './draft.ts';
import { algorithm, keyId, orRefused, otherKeyId, platformSignature, publicKey, type Party } from './party.ts';

/** No age is too great: when a signature was made is for the application to judge, and no part of this check. */
const anyTime = { now: 0, clockSkew: Number.MAX_SAFE_INTEGER };

/** Cloudflare's library. It brings no ECDSA, so it signs with the platform's. */
export const httpMessageSig: Party = {
  name: 'http-message-sig',
  sign: ({ exchange, label, components, parameters }) =>
    orRefused(
      () =>
        createSignature(messageOf(exchange), {
          label,
          components: components.map(componentOf),
          parameters: Object.fromEntries<string | number>(parameters),
          signer: { algorithm, sign: platformSignature },
        }),
      null,
    ),
  verify: (received, { label, required }) =>
    orRefused(async () => {
      await verifySignature(messageOf(received), {
        label,
        policy: {
          algorithms: [algorithm],
          requiredComponents: required.map(componentOf),
          requiredParameters: ['keyid'],
          ...anyTime,
        },
        resolveVerifier: ({ parameters }) => {
          if (parameters.keyid !== keyId && parameters.keyid !== otherKeyId) throw new Error('no such key');
          return {
            algorithm,
            verify: (data, signature) =>
              verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature),
          };
        },
      });
      return true;
    }, false),
};

function messageOf({ method, address, headers, answer }: Exchange): MessageDescriptor {
  const url = new URL(address);
  const requestTarget = url.href.slice(url.origin.length).split('#', 1).join('');
  const request: RequestDescriptor = {
    kind: 'request',
    method,
    targetUri: address,
    requestTarget,
    fields: fieldsOf(headers),
  };
  return answer === null
    ? request
    : { kind: 'response', status: answer.status, fields: fieldsOf(answer.headers), request };
}

function fieldsOf(headers: readonly HeaderLine[]): FieldOccurrence[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function componentOf({ name, queryParam, req }: ComponentId): ComponentDescriptor {
  return component(name, { ...(queryParam === undefined ? {} : { name: queryParam }), ...(req ? { req } : {}) });
}
