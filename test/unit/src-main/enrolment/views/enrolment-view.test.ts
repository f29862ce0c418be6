import { expect, it } from 'vitest';
import { deploymentIdentity } from '../../../../../src-main/deployment/profile.ts';
import { value } from '../counter.ts';
import { keyId } from '../samples.ts';
import { across, otherKeyId } from '../scripted.ts';

it('a key that was replaced is shown by the name that the service gave it, and not without one', async () => {
  const { counter, service } = await across({}, { pendingOrders: 3 });
  const { keyring, enrolment } = counter;
  const use = (name: string | null): void => {
    const { localId } = value(keyring.make(deploymentIdentity(service.profile)));
    if (name !== null) value(keyring.bindKeyId(localId, name));
    value(keyring.activate(localId));
  };
  use(null);
  use(keyId);
  expect(enrolment.status()).not.toHaveProperty('replaced');
  use(otherKeyId);
  expect(enrolment.status()).toMatchObject({ replaced: [{ keyId, pendingOrders: 3 }] });
});
