import { join } from 'node:path';
import { installationOf, keepRunning, readCurrent } from '../../../src-main/updates/installation.ts';
import { brokenProgram, packageFiles } from '../../support/update-shop.ts';
import { noise, type Scene } from './stage.ts';

/** The new version does not start. After two starts the one before opens and stays; only a later one is taken. */
export const cannotStart: Scene = {
  name: 'a version that cannot start',
  play: async ({ shop, feeds, tries, notes }) => {
    const { folder, current: first } = shop.installation;
    shop.publish(packageFiles('0.2.0', noise, brokenProgram));
    await tries('first start', 'installed', { feed: feeds.web }, [null]);
    notes('second start', '', [''], [null]);
    notes('third start', readCurrent(folder)?.current ?? '', ['counterfoil-0.2.0'], ['0.1.0']);
    const installation = installationOf(join(folder, first));
    if (installation !== null) await keepRunning(installation, first);
    notes('fourth start', readCurrent(folder)?.current ?? '', [first], ['0.1.0']);
    await tries('the same version again', 'gave_way', { feed: feeds.web });
    shop.publish(packageFiles('0.3.0', noise), { version: '0.3.0', number: 8 });
    await tries('a later version', 'installed', { feed: feeds.web }, ['0.3.0']);
  },
};
