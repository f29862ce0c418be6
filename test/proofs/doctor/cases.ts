import { z } from 'zod';
import type { Transport } from '../../../src-main/core/ports.ts';
import { generatePrivateKey, publicHalf } from '../../../src-main/signatures/keys.ts';
import type { RunningService } from '../../../src-sandbox/control/service.ts';
import type { Cause, EvidenceKind } from '../../../src-shared/contract/diagnosis-codes.ts';
import { invitationOf, type Fields } from '../stage.ts';
import {
  changedAnswers,
  changedRequests,
  gatewayPage,
  onAnswers,
  portalPage,
  withDoubled,
  withLine,
  without,
} from './network.ts';
import { outsiders } from './outsiders.ts';
import { strangers } from './strangers.ts';

/** One thing that is wrong, and what the diagnostics must name. */
export interface Case {
  readonly name: string;
  /**
   * What the service runs under besides the defaults, and what the counter's file has besides what the service's has.
   */
  readonly service?: Fields;
  readonly counter?: Fields;
  /** The same where it goes by what the service's file says. */
  readonly counterOf?: (right: Fields) => Fields;
  /** `begun`: under the wrong file and over the wrong network, as far as that goes. */
  readonly enrolled?: 'active' | 'awaiting' | 'none' | 'begun';
  /** What staff or time do before that, and what a person types in then. */
  readonly beforehand?: (service: RunningService, pass: (ms: number) => void) => void;
  readonly invitation?: (service: RunningService) => Invited;
  /** What the service's support or time does after the enrolment. */
  readonly afterwards?: (service: RunningService, pass: (ms: number) => void) => Promise<void> | void;
  /** How far the counter's machine is ahead of the service. */
  readonly clockAheadSeconds?: number;
  readonly network?: (transport: Transport) => Transport;
  readonly isServiceGone?: boolean;
  /** What people did before at the counter that is set up wrongly; the diagnostics themselves try none of it. */
  readonly before?: 'order' | 'reveal' | 'catalogue';
  /** How far the counter's machine was ahead when it was enrolled. */
  readonly enrolledAheadDays?: number;
  readonly names: Cause;
  /** The field that must be changed, or asked about. */
  readonly field?: string;
  /** What must be said with it, where the cause alone sends nobody to the right place. */
  readonly evidence?: EvidenceKind;
}

type Invited = ReturnType<typeof invitationOf>;

const target = ['@method', '@authority', '@path', '@query', 'x-service-date'];
const uri = ['@method', '@target-uri', 'x-service-date'];
const usual = ['created', 'expires', 'keyid', 'alg'];
const dayMs = 86_400_000;

/** The service has other fields than the defaults, or the counter has. */
function field(path: string, service: Fields | null, counter: Fields): Case {
  const [given, at] = service === null ? [counter[path], 'counter'] : [service[path], 'service'];
  const value = Array.isArray(given) ? given.join(' ') : JSON.stringify(given);
  return {
    name: `${path}: ${value} at the ${at}`,
    ...(service === null ? {} : { service }),
    counter,
    names: 'profile',
    field: path,
  };
}

/** The same profile with one field as the counter does not know it: there it has the default. */
function unknownField(path: string, value: unknown, fallback: unknown, besides: Fields = {}): Case {
  return field(path, { ...besides, [path]: value }, { [path]: fallback });
}

/** A list that the service has otherwise for all of its answers: only those that were seen are asked for less. */
function perKind(
  path: 'answer.required' | 'answer.binding',
  value: readonly string[],
  fallback: readonly string[],
): Case {
  return { ...unknownField(path, value, fallback), field: path.replace('answer.', 'answer.kinds.diagnostic.') };
}

const request: readonly Case[] = [
  unknownField('request.label', 'partner', 'sig1'),
  field('request.label', null, { 'request.label': 'mine' }),
  unknownField('request.parameters', ['keyid', 'created'], usual),
  field('request.parameters', null, { 'request.parameters': ['created', 'expires', 'keyid'] }),
  unknownField('request.parameters', ['created', 'expires', 'nonce', 'keyid', 'alg'], usual),
  field(
    'request.parameters',
    { 'request.parameters': [...usual, 'tag'], 'request.tag': 'partner-api', 'answer.tag': 'partner-api' },
    { 'request.parameters': usual, 'request.tag': null },
  ),
  field('request.expiresAfterSeconds', null, { 'request.expiresAfterSeconds': 300 }),
  unknownField('request.components.safeRead', uri, target),
  field('request.components.safeRead', null, { 'request.components.safeRead': ['@method', '@path'] }),
  unknownField('request.components.safeRead', [...target, 'accept-language'], target),
  unknownField(
    'request.components.diagnostic',
    [...target, 'content-digest', 'content-type', 'nonce'],
    [...target, 'content-type', 'content-digest', 'nonce'],
  ),
  field('request.components.diagnostic', null, {
    'request.components.diagnostic': [...uri, 'content-digest', 'nonce'],
  }),
  unknownField('request.encoding', 'der', 'p1363'),
  field('request.encoding', null, { 'request.encoding': 'der' }),
  unknownField('request.serviceDate', 'imf-fixdate', 'rfc3339-ms'),
  field('request.serviceDate', null, { 'request.serviceDate': 'unix' }),
  unknownField('request.nonce', 'hex', 'uuid'),
  field('request.nonce', null, { 'request.nonce': 'base64url' }),
  unknownField('request.nonceBytes', 16, 24, { 'request.nonce': 'hex' }),
  unknownField('request.digest', 'sha-512', 'sha-256'),
  field('request.digest', null, { 'request.digest': 'both' }),
  unknownField('request.emptyQuery', '', '?'),
  field('request.emptyQuery', null, { 'request.emptyQuery': 'omitted' }),
  unknownField(
    'request.languages',
    { ar: 'ar-SA', en: 'en-US' },
    { ar: 'ar', en: 'en' },
    { 'request.components.safeRead': [...target, 'accept-language'] },
  ),
  unknownField('request.seenAs.scheme', 'https', null, { 'request.components.safeRead': [...target, '@scheme'] }),
  field('request.seenAs.authority', null, { 'request.seenAs.authority': 'partner.inner.example' }),
  unknownField('request.seenAs.pathPrefix', '', null, { baseUrl: 'http://127.0.0.1:4010/partner/api' }),
  {
    ...unknownField('request.seenAs.authority', 'partner.inner.example', null),
    names: 'address_unknown',
    field: 'request.seenAs',
  },
  {
    name: 'the components of orders',
    counter: { 'request.components.orderMutation': [...uri, 'content-digest', 'nonce', 'idempotency-key'] },
    before: 'order',
    names: 'order_form',
    field: 'request.components.orderMutation',
  },
  {
    name: 'the components of reveals',
    counter: { 'request.components.bodylessNonceMutation': [...uri, 'content-digest', 'nonce'] },
    before: 'reveal',
    names: 'reveal_form',
    field: 'request.components.bodylessNonceMutation',
  },
  {
    name: 'how a cursor is written',
    service: { 'request.cursorEncoding': 'form' },
    counter: { 'request.cursorEncoding': 'percent' },
    before: 'catalogue',
    names: 'cursor_form',
    field: 'request.cursorEncoding',
  },
];

const bound = ['@method', '@authority', '@path', '@query'];

const answer: readonly Case[] = [
  unknownField('answer.encoding', 'der', 'p1363'),
  perKind(
    'answer.required',
    ['@status', 'content-digest'],
    ['@status', 'content-digest', 'content-type', 'x-request-id'],
  ),
  {
    name: 'answer.kinds: the answers to orders cover less at the service',
    before: 'order',
    names: 'answer_uncovered',
    field: 'answer.kinds.orderMutation',
    service: { 'answer.kinds': { orderMutation: { required: ['@status', 'content-digest'] } } },
    counter: { 'answer.kinds': {} },
  },
  unknownField(
    'answer.binding',
    ['@method', '@target-uri', 'nonce', 'content-digest', 'idempotency-key'],
    [...bound, 'nonce', 'content-digest', 'idempotency-key'],
  ),
  perKind(
    'answer.binding',
    [...bound, 'nonce', 'content-digest', 'idempotency-key'],
    ['@method', '@target-uri', 'nonce', 'content-digest', 'idempotency-key'],
  ),
  perKind(
    'answer.binding',
    ['@method', '@path', 'nonce'],
    ['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key'],
  ),
  {
    ...field(
      'answer.kinds.safeRead.binding',
      { 'answer.kinds': { safeRead: { binding: [] } } },
      { 'answer.kinds': {} },
    ),
    name: 'answer.kinds: reads are bound to nothing at the service',
  },
  field('answer.label', null, { 'answer.label': 'service' }),
  field('answer.tag', null, { 'answer.tag': 'answer' }),
  field('answer.tag', { 'answer.tag': 'partner-service' }, { 'answer.tag': 'answer' }),
  {
    name: "serviceKeys: another service's",
    names: 'service_key_unknown',
    field: 'serviceKeys',
    counter: { serviceKeys: { jwks: { keys: [{ ...publicHalf(generatePrivateKey()), kid: 'another' }] } } },
  },
  {
    name: "serviceKeys: another key under the name of the service's",
    names: 'service_key_unknown',
    field: 'serviceKeys',
    counterOf: ({ serviceKeys }) => ({
      serviceKeys: { jwks: { keys: [{ ...publicHalf(generatePrivateKey()), kid: kidOf(serviceKeys) }] } },
    }),
  },
  {
    name: 'serviceKeys: an address with nothing there',
    names: 'service_key_unknown',
    field: 'serviceKeys.url',
    counter: { serviceKeys: { url: '/nowhere', pins: [] } },
  },
];

const unbound = { 'answer.binding': ['@method', '@authority', '@path', '@query'] };

const machine: readonly Case[] = [
  { name: 'nothing', names: 'none' },
  { name: 'clock five hours ahead', clockAheadSeconds: 5 * 3600, names: 'clock' },
  { name: 'clock two days behind', clockAheadSeconds: -2 * 86_400, names: 'clock' },
  {
    name: 'clock five hours ahead, answers bound to nothing unique',
    service: unbound,
    clockAheadSeconds: 5 * 3600,
    names: 'clock',
  },
  { name: 'no key', enrolled: 'none', names: 'no_key' },
  { name: 'the key of another address', counter: { baseUrl: 'http://localhost:4010' }, names: 'key_elsewhere' },
  { name: 'key not activated yet', enrolled: 'awaiting', names: 'key_awaiting' },
  {
    ...field('request.label', null, { 'request.label': 'mine' }),
    name: 'request.label: wrong during the enrolment',
    enrolled: 'awaiting',
    afterwards: ({ controls }) => void controls.activate(),
  },
  {
    name: 'key suspended by staff',
    afterwards: ({ controls }) => void controls.keys({ suspended: true }),
    names: 'key_not_accepted',
  },
  { name: 'key past its window', afterwards: (_, pass) => pass(400 * dayMs), names: 'key_over' },
  {
    name: 'key past its window, enrolled by a machine three years ahead',
    enrolledAheadDays: 3 * 365,
    afterwards: (_, pass) => pass(400 * dayMs),
    names: 'key_over',
  },
];

const way: readonly Case[] = [
  { name: 'no service there', afterwards: (service) => service.stop(), isServiceGone: true, names: 'unreachable' },
  {
    name: 'no answer',
    afterwards: ({ controls }) => void controls.plant({ name: 'drop-before', count: 99 }),
    names: 'no_answer',
  },
  { name: "a network's own page", network: portalPage, names: 'not_the_service' },
  { name: 'a proxy that writes answers anew', network: changedAnswers, names: 'answer_changed' },
  {
    name: 'a network that the key is not allowed from',
    afterwards: ({ controls }) => void controls.plant({ name: 'source_ip_not_allowed', count: 99 }),
    names: 'source_ip_not_allowed',
  },
  {
    name: 'a permission that staff took away',
    afterwards: ({ controls }) => void controls.scopes({ scopes: ['profile:read', 'orders:create'] }),
    names: 'permission_missing',
  },
  {
    name: 'a binding that staff switched off',
    afterwards: ({ controls }) => void controls.staff({ bindingAuthorized: false }),
    names: 'access_withdrawn',
  },
  {
    name: 'a limit of calls that staff set',
    afterwards: ({ controls }) => void controls.staff({ requests: { count: 0, seconds: 60 } }),
    names: 'service_busy',
  },
  {
    name: 'the same where the limit comes between two calls',
    afterwards: ({ controls }) => void controls.staff({ requests: { count: 1, seconds: 60 } }),
    names: 'service_busy',
  },
  {
    name: 'a service in trouble',
    afterwards: ({ controls }) => void controls.plant({ name: 'internal_error', count: 99 }),
    names: 'service_busy',
  },
];

const begun = { enrolled: 'begun' } as const;
const other = '0b5b1d0a-1111-4222-8333-444455556666';

/** Before there is a key: the counter came as far as it could. */
const enrolling: readonly Case[] = [
  {
    ...begun,
    name: 'an invitation of another deployment',
    names: 'invitation_refused',
    invitation: ({ address }) => ({ ...invitationOf(address), invitationId: other }),
  },
  {
    ...begun,
    name: 'another token',
    names: 'invitation_refused',
    invitation: ({ address }) => ({ ...invitationOf(address), token: 'x'.repeat(43) }),
  },
  {
    ...begun,
    name: 'an invitation that was withdrawn',
    names: 'invitation_over',
    beforehand: ({ address, controls }) => void controls.revokeInvitation({ invitationId: address.invitationId }),
  },
  {
    ...begun,
    name: 'an invitation that has expired',
    names: 'invitation_over',
    beforehand: (_, pass) => {
      pass(31 * dayMs);
    },
  },
  {
    ...begun,
    name: 'a key that is asked for too long',
    names: 'key_refused',
    field: 'enrolment.validDays',
    service: { 'enrolment.validDays': { minimum: 1, maximum: 30 } },
    counter: { 'enrolment.validDays': { minimum: 1, maximum: 731 } },
  },
  { ...begun, ...unknownField('enrolment.thumbprint', 'spki-sha256-hex', 'rfc7638') },
  { ...begun, ...unknownField('enrolment.proofEncoding', 'der-base64', 'p1363-base64url') },
  {
    ...begun,
    name: 'baseUrl: with the version in it',
    names: 'base_path',
    field: 'baseUrl',
    counterOf: ({ baseUrl }) => ({ baseUrl: `${String(baseUrl)}/v1` }),
  },
  {
    ...begun,
    name: 'baseUrl: without its path',
    names: 'base_path',
    field: 'baseUrl',
    service: { baseUrl: 'http://127.0.0.1:4010/api' },
    counterOf: ({ baseUrl }) => ({ baseUrl: new URL(String(baseUrl)).origin }),
  },
  {
    ...begun,
    name: 'baseUrl: a port where nobody is',
    names: 'unreachable',
    counter: { baseUrl: 'http://127.0.0.1:9' },
  },
  {
    ...begun,
    name: 'baseUrl: https where the service speaks http',
    names: 'unreachable',
    counterOf: ({ baseUrl }) => ({ baseUrl: String(baseUrl).replace('http:', 'https:') }),
  },
  {
    ...begun,
    name: 'a network that is not allowed during the enrolment',
    names: 'source_ip_not_allowed',
    beforehand: ({ controls }) => void controls.plant({ name: 'source_ip_not_allowed', count: 99 }),
  },
  {
    ...begun,
    name: 'an account that is closed during the enrolment',
    names: 'access_withdrawn',
    beforehand: ({ controls }) => void controls.plant({ name: 'account_inactive', count: 99 }),
  },
  {
    ...begun,
    name: 'too many requests during the enrolment',
    names: 'service_busy',
    beforehand: ({ controls }) => void controls.plant({ name: 'rate_limited', count: 99 }),
  },
];

/** Proxies and gateways that change what passes, before the enrolment and after it. */
const between: readonly Case[] = (
  [
    ['takes the signature off requests', 'request_changed', without('requests', 'signature', 'signature-input')],
    ['takes X-Service-Date off requests', 'request_changed', without('requests', 'x-service-date')],
    ['takes Nonce off requests', 'request_changed', without('requests', 'nonce')],
    ['takes Content-Digest off requests', 'request_changed', without('requests', 'content-digest')],
    ['writes bodies of requests anew', 'body_changed', changedRequests],
    ['takes the signature off answers', 'answer_changed', without('answers', 'signature', 'signature-input')],
    ['takes X-Request-Id off answers', 'answer_changed', without('answers', 'x-request-id')],
    [
      'writes the Content-Type of answers anew',
      'answer_changed',
      onAnswers((answer) => withLine(answer, 'content-type', (value) => `${value.split(';')[0] ?? ''}; charset=utf-8`)),
    ],
    [
      'adds an X-Request-Id of its own',
      'answer_changed',
      onAnswers((answer) => withDoubled(answer, 'X-Request-Id', 'gateway-1')),
    ],
    ['compresses answers', 'answer_changed', onAnswers((answer) => withDoubled(answer, 'Content-Encoding', 'gzip'))],
    ['answers 502 with a page', 'service_busy', gatewayPage(502)],
    ['answers 429 with a page', 'service_busy', gatewayPage(429)],
    ['answers 403 with a page', 'not_the_service', gatewayPage(403)],
    ['sends everything elsewhere', 'not_the_service', gatewayPage(301)],
  ] as const
).flatMap(([does, names, network]) =>
  (['begun', 'active'] as const).map((enrolled) => ({
    name: `a proxy that ${does}${enrolled === 'begun' ? ', during the enrolment' : ''}`,
    names,
    network,
    enrolled,
    afterwards: ({ controls }: RunningService) => void controls.activate(),
  })),
);

function kidOf(serviceKeys: unknown): string {
  return keysIn.parse(serviceKeys).jwks.keys[0]?.kid ?? '';
}
const keysIn = z.object({ jwks: z.object({ keys: z.array(z.object({ kid: z.string() })) }) });

/**
 * More than one field at once, as a deployment of another kind has it; beyond what is asked of the diagnostics, and
 * shown for what it is.
 */
const several: readonly Case[] = [
  {
    name: 'every list of components names @target-uri at the service',
    names: 'profile',
    field: 'request.components.safeRead',
    service: {
      'request.components.safeRead': uri,
      'request.components.diagnostic': [...uri, 'content-type', 'content-digest', 'nonce'],
    },
    counter: {
      'request.components.safeRead': target,
      'request.components.diagnostic': [...target, 'content-type', 'content-digest', 'nonce'],
    },
  },
  {
    name: 'request.encoding and request.serviceDate',
    service: { 'request.encoding': 'der', 'request.serviceDate': 'rfc3339' },
    counter: { 'request.encoding': 'p1363', 'request.serviceDate': 'rfc3339-ms' },
    names: 'profile',
    field: 'request.serviceDate',
  },
  {
    name: 'request.emptyQuery and answer.encoding',
    service: { 'request.emptyQuery': '', 'answer.encoding': 'der' },
    counter: { 'request.emptyQuery': '?', 'answer.encoding': 'p1363' },
    names: 'profile',
    field: 'request.emptyQuery',
  },
];

/** Everything that is tried, in the order of the table. */
export const cases: readonly Case[] = [
  ...request,
  ...answer,
  ...machine,
  ...way,
  ...enrolling,
  ...between,
  ...several,
  ...outsiders,
  ...strangers,
];
