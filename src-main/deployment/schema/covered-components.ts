/**
 * Derived components of a request (RFC 9421 section 2.2), but for `@request-target`, which depends on the version of
 * HTTP.
 */
const derivedComponents = ['@method', '@authority', '@path', '@query', '@target-uri', '@scheme'] as const;

const everyRequest = ['x-service-date', 'accept', 'accept-encoding', 'accept-language', 'host', 'date'] as const;
const everyPost = [...everyRequest, 'content-length', 'content-digest', 'nonce', 'content-type'] as const;

/**
 * What a request of each kind can carry, and so what can be covered; some of it only under other choices of the
 * profile.
 */
export const carriedComponents = {
  safeRead: [...derivedComponents, ...everyRequest],
  bodylessNonceMutation: [...derivedComponents, ...everyPost],
  diagnostic: [...derivedComponents, ...everyPost],
  orderMutation: [...derivedComponents, ...everyPost, 'idempotency-key'],
} as const;

export type SignedKind = keyof typeof carriedComponents;
export const signedKinds: readonly SignedKind[] = ['safeRead', 'bodylessNonceMutation', 'diagnostic', 'orderMutation'];
