import { certificateVariables, type CertificateVariable } from '../../src-shared/contract/certificate-variables.ts';

/** Those that name something. */
export function extraCertificates(environment: NodeJS.ProcessEnv): readonly CertificateVariable[] {
  return certificateVariables.filter((name) => (environment[name] ?? '') !== '');
}

/**
 * What Node or Chromium took from the environment before any line of ours ran: it writes down what is sent and with
 * which keys, or trusts more than it brings along. The launcher leaves these out; this is for who starts past it.
 */
const taken: readonly string[] = [
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_REDIRECT_WARNINGS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_USE_ENV_PROXY',
  'NODE_USE_SYSTEM_CA',
  'NODE_V8_COVERAGE',
  'SSLKEYLOGFILE',
];

/** The variables with which a packaged counter does not start. */
export function refusedVariables(packaged: boolean, environment: NodeJS.ProcessEnv): readonly string[] {
  return packaged ? taken.filter((name) => (environment[name] ?? '') !== '') : [];
}
