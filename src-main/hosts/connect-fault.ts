import type { ConnectFault } from '../core/ports.ts';

/** By the codes of the system, of OpenSSL and of Node itself; the first that fits. */
const faults: readonly (readonly [ConnectFault, RegExp])[] = [
  ['name_unknown', /^(ENOTFOUND|EAI_AGAIN)$/],
  ['connection_refused', /^ECONNREFUSED$/],
  ['certificate_expired', /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/],
  ['certificate_of_another', /^ERR_TLS_CERT_ALTNAME_INVALID$/],
  ['certificate_untrusted', /SELF_SIGNED|^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|^CERT_/],
  ['no_tls', /^(EPROTO|ERR_SSL_\w+)$/],
];

/** Why a connection did not come up; undefined where the error says nothing that people could act on. */
export function connectFaultOf(error: Error): ConnectFault | undefined {
  const code = 'code' in error ? String(error.code) : '';
  return faults.find(([, codes]) => codes.test(code))?.[0];
}
