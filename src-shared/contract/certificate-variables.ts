/** Variables of the environment that name more certificates for programs to trust. Free of schemas. */
export const certificateVariables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'] as const;
export type CertificateVariable = (typeof certificateVariables)[number];
