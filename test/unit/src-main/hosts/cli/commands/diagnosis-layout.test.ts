import { expect, it } from 'vitest';
import { findingLaidOut, laidOut } from '../../../../../../src-main/hosts/cli/commands/diagnosis-layout.ts';
import { readable } from '../../../../../../src-main/hosts/cli/terminal/print.ts';
import {
  causes,
  evidenceKinds,
  type Cause,
  type EvidenceKind,
} from '../../../../../../src-shared/contract/diagnosis-codes.ts';
import { terminalText } from '../../../../../../src-shared/words/main-text.ts';

const factsOf: Partial<Record<EvidenceKind, Readonly<Record<string, string | number>>>> = {
  tried: { calls: 3, fields: 2 },
  keyUsed: { keyId: '1' },
  answerUncovered: { component: '2' },
  proofRefused: { tries: 2 },
  takenOut: { component: '3' },
  unsigned: { status: 403 },
  otherSigner: { thumbprint: '4' },
  headerChanged: { component: '5' },
  keptAnswer: { seconds: 6 },
  notBound: { component: '7' },
  scopesMissing: { component: '8' },
  redirected: { component: '9' },
  keySetUnread: { status: 404 },
  lastCall: { call: '10', outcome: 'unanswered' },
  cameAndWent: { call: '10', of: 3, count: 2, outcome: 'refused' },
  answerUnread: { call: '12', status: 400 },
  sameAnswer: { call: '10' },
  oneChanged: { component: '11' },
};

const found = (cause: Cause) => ({
  cause,
  changes: [{ path: 'request.label', from: 'a', to: 'b' }],
  fields: ['serviceKeys'],
  calls: 3,
  clockOffsetMs: -7_200_000,
  evidence: evidenceKinds.map((kind) => ({
    kind,
    facts: factsOf[kind] ?? { outcome: 'unbelieved', detail: 'digest_missing' },
  })),
});

/** Names that the service's support looks for, whole words before their parts. */
const ofProtocol = [
  'https HTTP POST GET DNS RFC Content-Digest Digest Signature-Input Signature',
  'base64url base64 keyid created expires alg req ECDSA P-256 sha-256 sha-512',
].flatMap((line) => line.split(' '));

it.each(causes)('what was found is all in the language of the reader: %s', (cause) => {
  const text = readable(findingLaidOut(found(cause), null, { text: terminalText('ar'), language: 'ar' }), {
    language: 'ar',
  });
  const names = new RegExp(
    `^${cause}|request\\.label|serviceKeys|"[ab]"|Idempotency-Key|baseUrl|/v1|${ofProtocol.join('|')}`,
    'gm',
  );
  expect(text.replaceAll(names, '')).not.toMatch(/[A-Za-z{}]/);
  expect(text).toContain(terminalText('ar')('unverified.digest_missing'));
});

it('a permission that this version does not know stands under its own name, and a missing one is named', () => {
  const diagnosis = {
    lines: [],
    components: [],
    partnerId: 'p',
    applicationId: 'a',
    policyVersion: 1,
    clockOffsetMs: null,
    requestId: null,
    effectiveScopes: ['orders:create', 'refunds:create'],
    missingScopes: ['cards:reveal' as const],
  };
  const text = readable(laidOut(diagnosis, { text: terminalText('en'), language: 'en' }), { language: 'en' });
  expect(text).toMatch(/refunds:create +granted +Something that this version/);
  expect(text).toMatch(/cards:reveal +missing +Show codes again/);
  expect(text).toContain(`Warning: ${terminalText('en')('enrol.noReveal')}`);
});
