import type { DeploymentProfile } from '../deployment/profile.ts';
import type { CheckContext, Step } from './check-context.ts';
import type { Probe } from './probe.ts';
import { commonSigner } from './signer.ts';

/**
 * Answers name a key that is not trusted: which one signed them, and whether the address of the keys has any. Reading
 * the set changes nothing.
 */
export async function unknownKey(
  { counter: { session }, note }: CheckContext,
  base: DeploymentProfile,
  probes: readonly Probe[],
): Promise<Step> {
  const thumbprint = commonSigner(base, probes);
  if (thumbprint !== null) note('otherSigner', { thumbprint });
  const looked = await session.serviceKeys.look();
  if (!looked.ok) {
    const { httpStatus: status } = looked.error;
    if (status === undefined) note('keySetUnreached');
    else note('keySetUnread', { status });
    return { cause: 'service_key_unknown', fields: ['serviceKeys.url'] };
  }
  const view = looked.value;
  if (view === null || view.believed.length + view.offered.length > 0)
    return { cause: 'service_key_unknown', fields: ['serviceKeys'] };
  note('keySetUnusable');
  return { cause: 'service_form', fields: ['serviceKeys.url'] };
}
