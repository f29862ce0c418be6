import type { EvidenceKind } from '../../src-shared/contract/diagnosis-codes.ts';
import type { RawAnswer } from '../core/ports.ts';
import { fieldValue } from '../signatures/message.ts';
import type { Evidence } from './finding.ts';

interface Ask {
  readonly evidence: EvidenceKind;
  readonly statuses: readonly number[];
  /** Also where the page says so: gateways have one status for several things. */
  readonly says?: RegExp;
  readonly header?: string;
}

/** What gateways and proxies ask for before they let anything through to the service. */
const asks: readonly Ask[] = [
  { evidence: 'asksProxyLogin', statuses: [407, 511] },
  { evidence: 'asksLogin', statuses: [401], header: 'www-authenticate' },
  {
    evidence: 'asksTls',
    statuses: [400, 426, 497],
    says: /plain http request|requires? (https|tls|ssl)|http request to an https/i,
  },
  { evidence: 'asksCertificate', statuses: [400, 403, 496], says: /(ssl|client) certificate/i },
  { evidence: 'asksOtherHttp', statuses: [426, 505] },
];

const readBytes = 4_096;

/** What an answer that nobody signed says of itself. It proves nothing, and is not followed. */
export function askedBy({ status, headers, body }: RawAnswer): Evidence | null {
  const location = fieldValue(headers, 'location');
  if (status >= 300 && status < 400 && location !== null)
    return { kind: 'redirected', facts: { component: hostOrPath(location) } };
  const page = new TextDecoder().decode(body.subarray(0, readBytes));
  const found = asks.find(
    ({ statuses, says, header }) =>
      statuses.includes(status) &&
      (says === undefined || says.test(page)) &&
      (header === undefined || fieldValue(headers, header) !== null),
  );
  return found === undefined ? null : { kind: found.evidence, facts: {} };
}

/**
 * Whether it sends the same call to another address, or to another version of it: the service has moved, and no
 * network's own page is there.
 */
export function pointsElsewhere({ status, headers }: RawAnswer, { url }: { readonly url: string }): boolean {
  const location = fieldValue(headers, 'location') ?? '';
  if (status < 300 || status >= 400 || !URL.canParse(location, url)) return false;
  const [from, to] = [new URL(url), new URL(location, url)];
  const call = from.pathname.slice(from.pathname.lastIndexOf('/v1/') + '/v1'.length);
  const version = to.pathname.slice(0, -call.length);
  return to.href !== from.href && to.pathname.endsWith(call) && /\/v\d+$/.test(version);
}

/** The host alone, in letters that cannot be taken for others; the same host where none is named. */
function hostOrPath(location: string): string {
  return URL.canParse(location)
    ? new URL(location).host.slice(0, 100)
    : (location
        .split('?', 1)[0]
        ?.replace(/[^\w./~-]/g, '')
        .slice(0, 100) ?? '');
}
