import { join } from 'node:path';
import type { App } from 'electron';

/** What the records and the entry in the key store are filed under, on every computer where they are already. */
const storedName = 'counterfoil';

/**
 * Keeps the folder and the key store's entry where they are. By itself Electron would take the names from the package,
 * and a new product name would open an empty counter beside the old one.
 */
export function pinIdentity(app: Pick<App, 'getPath' | 'setName' | 'setPath'>): void {
  app.setName(storedName);
  app.setPath('userData', join(app.getPath('appData'), storedName));
}
