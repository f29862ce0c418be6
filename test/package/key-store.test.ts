import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openKeyringSession, whyNoKeyring, type KeyringSession } from '../e2e/keyring-session.ts';
import { Sandbox } from '../support/sandbox.ts';
import { makeTempFolder } from '../support/temp.ts';
import { driveCopy } from './driven-copy.ts';
import { startProgram, type DrivenCounter } from './driven-counter.ts';
import { installPackage, type Installed } from './installed.ts';
import { makePackage, whyNoPackage } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;
const noKeyring = whyNoKeyring();

describe.skipIf(obstacle !== null)(`the key of a package, for somebody without rights${because}`, () => {
  const folder = makeTempFolder();
  let installed: Installed;
  let driven: string;
  let service: Sandbox;
  let keyring: KeyringSession | null = null;
  let counter: DrivenCounter | null = null;
  beforeAll(async () => {
    service = await Sandbox.start({ data: join(folder.path, 'service') });
    installed = await installPackage(await makePackage());
    ({ driven } = await driveCopy(installed));
  });
  afterEach(async () => {
    await counter?.stop();
    counter = null;
  });
  afterAll(async () => {
    await keyring?.close();
    await service.stop();
    await installed.person.remove();
    folder.remove();
  });

  const envelope = (): string => join(installed.person.home, '.config/counterfoil/counter/counter/vault.json');
  const start = async (env: Readonly<Record<string, string>>): Promise<DrivenCounter> => {
    const started = await startProgram(installed, driven, env);
    counter = started;
    // The person's answer to whether the service is to be taken.
    await started.inMain(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    }, null);
    return started;
  };
  /** A keyring of the same person, open. */
  const openKeyring = async (): Promise<KeyringSession> => {
    const { home, as } = installed.person;
    const own = join(home, 'keyring');
    await mkdir(own);
    await chmod(own, 0o700);
    if (as.uid !== undefined) await chown(own, as.uid, as.gid ?? as.uid);
    keyring = await openKeyringSession(own, as);
    return keyring;
  };
  const chooseService = (one: DrivenCounter) =>
    one.inPage(
      (text) => window.counter?.app.useDeployment({ text }),
      readFileSync(service.line.deploymentFile, 'utf8'),
    );

  it('is not sealed by a store that only hides', async () => {
    const hiding = await start({});
    const chosen = await chooseService(hiding);
    expect(chosen).toMatchObject({ ok: true, value: { problem: { code: 'sealing_unsafe' } } });
    expect(existsSync(envelope())).toBe(false);
  });

  it.skipIf(noKeyring !== null)('is sealed under the keyring, and opens again at the next start', async () => {
    const env = { ...(await openKeyring()).env, XDG_CURRENT_DESKTOP: 'GNOME' };
    const first = await start(env);
    expect(await chooseService(first)).toMatchObject({ ok: true });
    const begun = await first.inPage(
      (given) => window.counter?.enrolment.begin({ ...given, validDays: 30, cidrs: [] }),
      {
        invitationId: service.line.invitationId,
        token: readFileSync(service.line.enrollmentTokenFile, 'utf8').trim(),
      },
    );
    expect(begun).toMatchObject({ ok: true });
    const { wraps } = JSON.parse(readFileSync(envelope(), 'utf8')) as { wraps: { sealer: string }[] };
    expect(wraps.map(({ sealer }) => sealer)).toEqual(['safe-storage/gnome_libsecret']);
    await first.stop();
    const second = await start(env);
    const started = await second.inPage(() => window.counter?.app.start({}), null);
    expect(started).toMatchObject({ ok: true, value: { mode: 'deployment' } });
    expect(started?.ok === true && started.value.problem).toBe(undefined);
  });
});
