import {
  createSigner,
  createVerifier,
  httpbis,
  type Request,
  type Response,
  type SignatureParameters,
  type SigningKey,
} from 'http-message-signatures';
import { serializeComponent } from '../../../src-main/signatures/component.ts';
import type { HeaderLine } from '../../../src-main/signatures/message.ts';
import type { SignatureParameter } from '../../../src-main/signatures/sign.ts';
import type { Exchange } from './draft.ts';
import { algorithm, keyId, orRefused, otherKeyId, privateKey, publicKey, type Party } from './party.ts';

const key: SigningKey = createSigner(privateKey, algorithm);
const verify = createVerifier(publicKey, algorithm);

/** No age is too great: when a signature was made is for the application to judge, and no part of this check. */
const anyTime = { notAfter: Number.MAX_SAFE_INTEGER, tolerance: Number.MAX_SAFE_INTEGER / 4 };

/** dhensby's library, which signs and verifies with an ECDSA of its own. It cannot be told which label to verify. */
export const httpMessageSignatures: Party = {
  name: 'http-message-signatures',
  sign: ({ exchange, label, components, parameters }) =>
    orRefused(async () => {
      const config = {
        key,
        name: label,
        fields: components.map(serializeComponent),
        params: parameters.map(([name]) => name),
        paramValues: valuesOf(parameters),
      };
      const request = requestOf(exchange);
      const { headers } =
        exchange.answer === null
          ? await httpbis.signMessage(config, request)
          : await httpbis.signMessage(config, answerOf(exchange.answer), request);
      return { signatureInput: String(headers['Signature-Input']), signature: String(headers['Signature']) };
    }, null),
  verify: (received, { required }) =>
    orRefused(async () => {
      const config = {
        ...anyTime,
        requiredFields: required.map(({ name }) => name),
        requiredParams: ['keyid'],
        keyLookup: ({ keyid }: SignatureParameters) =>
          Promise.resolve(keyid === keyId || keyid === otherKeyId ? { id: keyid, algs: [algorithm], verify } : null),
      };
      const request = requestOf(received);
      return (
        (await (received.answer === null
          ? httpbis.verifyMessage(config, request)
          : httpbis.verifyMessage(config, answerOf(received.answer), request))) === true
      );
    }, false),
};

function requestOf({ method, address, headers }: Exchange): Request {
  return { method, url: address, headers: recordOf(headers) };
}

function answerOf({ status, headers }: NonNullable<Exchange['answer']>): Response {
  return { status, headers: recordOf(headers) };
}

/** As Node gives them to an application: by lower-case name, all lines of a name together. */
function recordOf(headers: readonly HeaderLine[]): Record<string, string[]> {
  const record: Record<string, string[]> = {};
  for (const [name, value] of headers) record[name.toLowerCase()] = [...(record[name.toLowerCase()] ?? []), value];
  return record;
}

/** It writes its own times where it is given none. */
function valuesOf(parameters: readonly SignatureParameter[]): SignatureParameters {
  const dated = parameters.map(
    ([name, value]) => [name, typeof value === 'number' ? new Date(value * 1000) : value] as const,
  );
  return { created: null, ...Object.fromEntries<Date | string>(dated) };
}
