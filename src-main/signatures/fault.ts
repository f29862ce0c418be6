/** Why a message, digest or key was not accepted. Codes only: no value of a message ever enters a fault. */
export type SignatureFaultCode =
  | 'signature_missing'
  | 'signature_malformed'
  /** Not 64 octets: most likely DER. */
  | 'signature_encoding'
  | 'signature_invalid'
  /** A label, or a parameter of one signature, is given twice. */
  | 'label_duplicate'
  | 'label_unpaired'
  | 'parameters_malformed'
  | 'unknown_key'
  | 'algorithm_mismatch'
  | 'component_malformed'
  | 'component_unsupported'
  | 'component_duplicate'
  | 'component_not_allowed'
  | 'component_missing'
  | 'component_not_ascii'
  | 'component_not_covered'
  | 'request_unknown'
  | 'digest_missing'
  | 'digest_malformed'
  | 'digest_duplicate'
  | 'digest_unsupported'
  | 'digest_mismatch'
  | 'key_malformed'
  | 'key_unsupported'
  | 'key_private'
  | 'key_not_on_curve';

export interface SignatureFault {
  readonly code: SignatureFaultCode;
  /** The component identifier concerned, serialised: `"content-digest";req`. */
  readonly component?: string;
}

/** Same shape as the core's result; spelled here because this folder imports no other. */
export type SignatureResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: SignatureFault };

/** A result that holds a value. */
export function succeed<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A result that holds a fault. */
export function refuse(
  code: SignatureFaultCode,
  component?: string,
): { readonly ok: false; readonly error: SignatureFault } {
  return { ok: false, error: component === undefined ? { code } : { code, component } };
}
