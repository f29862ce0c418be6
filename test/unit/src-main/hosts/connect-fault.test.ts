import { expect, it } from 'vitest';
import { connectFaultOf } from '../../../../src-main/hosts/connect-fault.ts';

it.each([
  ['ENOTFOUND', 'name_unknown'],
  ['EAI_AGAIN', 'name_unknown'],
  ['ECONNREFUSED', 'connection_refused'],
  ['CERT_HAS_EXPIRED', 'certificate_expired'],
  ['CERT_NOT_YET_VALID', 'certificate_expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_of_another'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate_untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate_untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate_untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate_untrusted'],
  ['CERT_REVOKED', 'certificate_untrusted'],
  ['EPROTO', 'no_tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'no_tls'],
  ['ECONNRESET', undefined],
  ['ETIMEDOUT', undefined],
])('%s is %s', (code, fault) => {
  expect(connectFaultOf(Object.assign(new Error('no connection'), { code }))).toBe(fault);
});

it('takes an error without a code for none of them', () => {
  expect(connectFaultOf(new Error('closed'))).toBeUndefined();
});
