import type { Transport } from '../../../src-main/core/ports.ts';
import { err, ok } from '../../../src-main/core/result.ts';
import type { RunningService } from '../../../src-sandbox/control/service.ts';
import type { Case } from './cases.ts';
import { gatewayPage, onAnswers, withDoubled, withLine, without } from './network.ts';

/** Kinds of faults that a list of somebody else had, written before this proof was looked at. */
const answersOf = (field: string, from: RegExp, to: string): Case['network'] =>
  onAnswers((answer) => withLine(answer, field, (value) => value.replace(from, to)));

/** How services write answers that no file can make readable. */
const forms: readonly Case[] = (
  [
    ['created in milliseconds', answersOf('signature-input', /(;created=\d+)/, '$1000')],
    ['no keyid', answersOf('signature-input', /;keyid="[^"]*"/, '')],
    ['signatures in base64url', answersOf('signature', /:./, ':_')],
    [
      'the header Digest in place of Content-Digest',
      onAnswers((answer) =>
        withDoubled(
          { ...answer, headers: answer.headers.filter(([name]) => name.toLowerCase() !== 'content-digest') },
          'Digest',
          'SHA-256=AAAA',
        ),
      ),
    ],
    ['nothing signed and no digest', without('answers', 'signature', 'signature-input', 'content-digest')],
    [
      'signatures of an older draft',
      onAnswers((answer) =>
        withDoubled(
          { ...answer, headers: answer.headers.filter(([name]) => !name.toLowerCase().startsWith('signature')) },
          'Signature',
          'keyId="service",algorithm="ecdsa-sha256",headers="date",signature="MEUC"',
        ),
      ),
    ],
  ] as const
).map(([what, network]) => ({
  name: `a service that answers with ${what}`,
  names: 'service_form',
  ...(network === undefined ? {} : { network }),
}));

/** No connection comes up, as the system says it of a certificate. */
function certificate(why: 'certificate_expired' | 'certificate_of_another' | 'certificate_untrusted'): Case {
  return {
    name: `a certificate: ${why}`,
    names: 'certificate_refused',
    network: () => ({ exchange: () => Promise.resolve(err({ code: 'not_sent', why })) }),
  };
}

/** A proxy that got no answer in time and sends again. */
function twice(transport: Transport): Transport {
  return {
    exchange: async (request, options) => {
      if (request.method === 'POST') await transport.exchange(request, options);
      return transport.exchange(request, options);
    },
  };
}

function emptyKeySet(transport: Transport): Transport {
  return {
    exchange: (request, options) =>
      request.url.endsWith('/v1/keys')
        ? Promise.resolve(ok({ status: 200, headers: [], body: new TextEncoder().encode('{"keys":[]}') }))
        : transport.exchange(request, options),
  };
}

const silent = ({ controls }: RunningService): void => void controls.staff({ explains: false });
const usual = ['@method', '@authority', '@path', '@query'];
const bodily = ['content-type', 'content-digest', 'nonce'];

export const outsiders: readonly Case[] = [
  ...forms,
  certificate('certificate_expired'),
  certificate('certificate_of_another'),
  certificate('certificate_untrusted'),
  { name: 'a proxy that sends requests twice', names: 'request_repeated', network: twice },
  {
    name: 'a proxy that takes Nonce and Content-Digest off requests, at a service that says nothing, under a new file',
    names: 'request_changed',
    counter: { 'answer.maxSkewSeconds': 61 },
    network: without('requests', 'nonce', 'content-digest'),
    afterwards: silent,
  },
  {
    name: 'a permission to sell that is missing while every call that is tried has its own',
    names: 'permission_missing',
    afterwards: ({ controls }) =>
      void controls.scopes({ scopes: ['profile:read', 'wallets:read', 'catalogue:read', 'diagnostics:use'] }),
  },
  {
    name: 'serviceKeys: an address with a set that has no key',
    names: 'service_form',
    field: 'serviceKeys.url',
    counter: { serviceKeys: { url: '/v1/keys', pins: [] } },
    network: emptyKeySet,
  },
  {
    name: 'every list of components begins with x-service-date at the service, which says nothing',
    names: 'profile',
    field: 'request.components.safeRead',
    service: {
      'request.components.safeRead': ['x-service-date', ...usual],
      'request.components.diagnostic': ['x-service-date', ...usual, ...bodily],
    },
    counter: {
      'request.components.safeRead': [...usual, 'x-service-date'],
      'request.components.diagnostic': [...usual, 'x-service-date', ...bodily],
    },
    afterwards: silent,
  },
  {
    name: 'request.createdBackSeconds: 0 at the service, which says nothing',
    names: 'profile',
    field: 'request.createdBackSeconds',
    service: {
      'request.createdBackSeconds': 0,
      'request.maxSkewSeconds': 0,
      fence: { maxRequestAgeSeconds: 1, visibleWithinSeconds: 60 },
    },
    counter: { 'request.createdBackSeconds': 2 },
    afterwards: silent,
  },
  {
    name: 'answers that leave @query out, where requests must cover it',
    names: 'profile',
    field: 'answer.kinds.safeRead.binding',
    service: { 'answer.binding': ['@method', '@authority', '@path', 'nonce', 'content-digest', 'idempotency-key'] },
    counter: {
      'answer.binding': ['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key'],
    },
  },
  {
    name: 'a gateway that writes X-Request-Id anew',
    names: 'answer_changed',
    afterwards: ({ controls }) => void controls.keys({ suspended: true }),
    network: onAnswers((answer) => withLine(answer, 'x-request-id', () => 'gateway-1')),
  },
  { name: 'a proxy that asks for a sign-in', names: 'not_the_service', network: gatewayPage(407) },
];
