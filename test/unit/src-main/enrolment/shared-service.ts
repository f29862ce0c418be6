import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { startService, type Service } from './service.ts';

/**
 * One service for a test file. Each call is an invitation of its own there: what differs between services is not looked
 * at.
 */
export function sharedService() {
  let shared: Service;
  beforeAll(async () => {
    shared = await startService();
  });
  afterAll(() => shared.stop());
  return async () => ({ service: shared, input: await shared.furtherInvitation() });
}

/** A service for one test, which changes more of it than its own invitation. */
export async function ownService(options: Parameters<typeof startService>[0] = {}): Promise<Service> {
  const service = await startService(options);
  onTestFinished(() => service.stop());
  return service;
}

export function inputOf({ invitationId, token }: Service) {
  return { invitationId, token };
}
