import { z } from 'zod';
import type { RawAnswer } from '../core/ports.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { readAs } from '../partner-api/operations/record.ts';
import { operations } from '../partner-api/operations/table.ts';
import { messageOf } from '../partner-api/request.ts';
import { jwkThumbprint, possibleSigners, type PublicJwk } from '../signatures/jwk.ts';
import type { Verifier } from '../signatures/keys.ts';
import type { HeaderLine, RequestMessage } from '../signatures/message.ts';
import { judgeAnyTime, type Keys } from './answer-fit.ts';
import type { Probe } from './probe.ts';

/**
 * The thumbprint of the one key that made all these signatures over the texts that this counter takes them for; null
 * where there is none. Then something in the texts is not what was signed: a wrong text gives another key for each
 * answer.
 */
export function commonSigner(profile: DeploymentProfile, probes: readonly Probe[]): string | null {
  const [first = [], ...others] = probes.map((probe) => signersOf(profile, probe).map(jwkThumbprint));
  if (others.length === 0) return null;
  return first.find((thumbprint) => others.every((thumbprints) => thumbprints.includes(thumbprint))) ?? null;
}

function signersOf(profile: DeploymentProfile, probe: Probe): readonly PublicJwk[] {
  const signers: PublicJwk[] = [];
  const listening = (kid: string): Verifier => ({
    kid,
    verify: (base, signature) => {
      signers.push(...possibleSigners(base, signature));
      return false;
    },
  });
  judgeAnyTime(profile, probe, listening);
  return signers;
}

/**
 * What was changed in an answer after it was signed: with that restored in a usual form it holds. Null where no form
 * does.
 */
export function changedHeader(profile: DeploymentProfile, probes: readonly Probe[], keys: Keys): string | null {
  const [probe] = probes.filter(({ judged }) => judged.kind === 'unverified');
  if (probe === undefined) return null;
  const found = restorations(probe.raw).find(
    ({ raw }) => judgeAnyTime(profile, { ...probe, raw }, keys).kind === 'verified',
  );
  return found?.component ?? null;
}

/** Whether an answer to a POST is one to a GET: that is what a gateway that follows a redirect makes of it. */
export function isOfGet(profile: DeploymentProfile, probes: readonly Probe[], keys: Keys): boolean {
  return probes
    .filter(({ name, judged }) => operations[name].method === 'POST' && judged.kind === 'unverified')
    .some((probe) => {
      const request: RequestMessage = { ...messageOf(profile, probe.prepared), method: 'GET' };
      return judgeAnyTime(profile, probe, keys, request).kind === 'verified';
    });
}

interface Restoration {
  readonly component: string;
  readonly raw: RawAnswer;
}

const types = ['application/json', 'application/problem+json'].flatMap((type) => [
  type,
  `${type}; charset=utf-8`,
  `${type};charset=utf-8`,
]);
/** Each is looked at with a verification; nobody joins more. */
const joinedMost = 4;
/** What services ask to wait, in seconds: each up to five minutes, then whole minutes up to an hour. */
const pauses = [
  ...Array.from({ length: 301 }, (_, seconds) => seconds),
  ...Array.from({ length: 55 }, (_, index) => (index + 6) * 60),
];
const statuses = [200, 201, 202, 400, 401, 403, 404, 409, 422, 429, 500, 503];

function restorations(raw: RawAnswer): readonly Restoration[] {
  const ofTypes = types.map((type) => ({ component: 'content-type', raw: withValue(raw, 'content-type', type) }));
  // Services repeat in a refusal what they call the request; a gateway may have put a name of its own into the header.
  const requestId = readAs(repeated, readJson(raw.body))?.requestId;
  const ofIds =
    requestId === undefined ? [] : [{ component: 'x-request-id', raw: withValue(raw, 'x-request-id', requestId) }];
  const names = raw.headers.map(([name]) => name.toLowerCase());
  // One of two lines is a proxy's own.
  const ofDoubles = raw.headers.flatMap(([name], index) => {
    const component = name.toLowerCase();
    return names.filter((each) => each === component).length < 2
      ? []
      : [{ component, raw: { ...raw, headers: raw.headers.toSpliced(index, 1) } }];
  });
  // A proxy may also write both into one.
  const ofJoined = raw.headers.flatMap(([name, value]) => {
    const parts = value.split(', ');
    return parts.length === 1 || parts.length > joinedMost
      ? []
      : parts.map((part) => ({ component: name.toLowerCase(), raw: withValue(raw, name.toLowerCase(), part) }));
  });
  const ofStatuses = statuses.map((status) => ({ component: '@status', raw: { ...raw, status } }));
  const ofPauses = names.includes('retry-after')
    ? pauses.map((seconds) => ({
        component: 'retry-after',
        raw: withValue(raw, 'retry-after', String(seconds)),
      }))
    : [];
  return [...ofTypes, ...ofIds, ...ofDoubles, ...ofJoined, ...ofStatuses, ...ofPauses];
}

const repeated = z.object({ requestId: z.string().max(200) });

function withValue(raw: RawAnswer, field: string, to: string): RawAnswer {
  const headers = raw.headers.map(([name, value]): HeaderLine => [name, name.toLowerCase() === field ? to : value]);
  return { ...raw, headers };
}
