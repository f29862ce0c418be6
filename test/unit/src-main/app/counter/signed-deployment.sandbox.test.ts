import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { err } from '../../../../../src-main/core/result.ts';
import type { FileSignature, Introduction } from '../../../../../src-main/deployment/introduction.ts';
import { largestProfile } from '../../../../../src-shared/contract/choices.ts';
import { calls, type StartView } from '../../../../../src-shared/contract/schemas.ts';
import { deploymentSigner, envelopeOf, signedFile } from '../../../../support/signed-deployment.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { appInTest } from '../counter-app.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

const [signer, another] = [deploymentSigner(), deploymentSigner()];
const profileText = (change: object = {}): string => JSON.stringify({ ...service.profile, ...change });
const asSigned = { thumbprint: signer.thumbprint, changed: false };

/** The app, what its box asked so far, and how a person answers it. */
async function asking(dataDirectory = tempFolder()) {
  const asked: Introduction[] = [];
  const box = { answer: true };
  const { app } = await appInTest({
    dataDirectory,
    confirmDeployment: (introduction) => {
      asked.push(introduction);
      return Promise.resolve(box.answer);
    },
  });
  return {
    app,
    box,
    dataDirectory,
    kept: join(dataDirectory, 'counter', 'deployment.json'),
    keptSigned: join(dataDirectory, 'counter', 'deployment.signed.json'),
    choose: (text: string) => app.handlers.app.useDeployment({ text }),
    signerShown: async (): Promise<StartView['deploymentSigner']> =>
      value(await app.handlers.app.start({})).deploymentSigner,
    signatures: (): readonly FileSignature[] => asked.map(({ signature }) => signature),
  };
}

describe('a signed deployment file', () => {
  it('is asked about with the key that signed it, opened, kept, and shown at the next start', async () => {
    const first = await asking();
    const file = signedFile(profileText(), signer);
    first.box.answer = false;
    expect(await first.choose(file)).toEqual(err({ code: 'deployment_declined' }));
    expect(await first.signerShown()).toBeUndefined();
    expect(existsSync(first.keptSigned)).toBe(false);
    first.box.answer = true;
    expect(value(await first.choose(file))).toMatchObject({ mode: 'deployment', deploymentSigner: asSigned });
    expect(first.signatures()).toEqual(Array(2).fill({ state: 'new', signer: signer.thumbprint }));
    expect([readFileSync(first.kept, 'utf8'), readFileSync(first.keptSigned, 'utf8')]).toEqual([profileText(), file]);
    await first.app.close();
    const second = await asking(first.dataDirectory);
    expect(value(await second.app.handlers.app.start({}))).toMatchObject({
      mode: 'deployment',
      deploymentName: service.profile.name,
      deploymentSigner: asSigned,
    });
    // What is open is chosen again without a question, signed or not.
    value(await second.choose(signedFile(profileText(), signer)));
    value(await second.choose(profileText()));
    expect([second.signatures(), await second.signerShown()]).toEqual([[], asSigned]);
  });

  it('is missed where the next one for the same service is not signed, and where another key signed it', async () => {
    const { choose, signatures, signerShown, keptSigned, box } = await asking();
    value(await choose(signedFile(profileText(), signer)));
    value(await choose(signedFile(profileText({ name: 'Second' }), signer)));
    box.answer = false;
    await choose(profileText({ name: 'Third' }));
    await choose(signedFile(profileText({ name: 'Third' }), another));
    // The same name and all else as it is: the key alone is news.
    await choose(signedFile(profileText({ name: 'Second' }), another));
    expect(await signerShown()).toEqual(asSigned);
    box.answer = true;
    value(await choose(profileText({ name: 'Third' })));
    expect([await signerShown(), existsSync(keptSigned)]).toEqual([undefined, false]);
    value(await choose(signedFile(profileText({ name: 'Third' }), another)));
    const other = { state: 'other', signer: another.thumbprint, before: signer.thumbprint };
    expect(signatures()).toEqual([
      { state: 'new', signer: signer.thumbprint },
      { state: 'same', signer: signer.thumbprint },
      { state: 'missing', before: signer.thumbprint },
      other,
      other,
      { state: 'missing', before: signer.thumbprint },
      { state: 'new', signer: another.thumbprint },
    ]);
  });

  it('may be an older one of the same key: the question is the same, and shows what it says', async () => {
    const { choose, signatures, signerShown } = await asking();
    const older = signedFile(profileText({ name: 'Older' }), signer);
    value(await choose(older));
    value(await choose(signedFile(profileText({ name: 'Newer' }), signer)));
    expect(value(await choose(older)).deploymentName).toBe('Older');
    expect([signatures().at(-1), await signerShown()]).toEqual([
      { state: 'same', signer: signer.thumbprint },
      asSigned,
    ]);
  });

  it('is nothing at all where its signature does not fit, it is too long, or what was signed is no profile', async () => {
    const { app, choose, signatures, dataDirectory } = await asking();
    const good = envelopeOf(profileText(), signer);
    const swapped = { ...good, payload: envelopeOf(profileText({ name: 'Swapped' }), signer).payload };
    expect(await choose(JSON.stringify(swapped))).toEqual(
      err({ code: 'profile_signature_invalid', field: 'signature' }),
    );
    const none = envelopeOf(profileText(), signer, { alg: 'none' });
    expect(await choose(JSON.stringify(none))).toMatchObject(err({ code: 'profile_invalid', field: 'protected.alg' }));
    expect(await choose(signedFile(profileText({ name: '', nom: 'x' }), signer))).toMatchObject(
      err({ code: 'profile_invalid', faults: [{ field: 'name' }, { field: 'nom' }] }),
    );
    const twice = profileText().replace('{', `{"baseUrl":"https://example.com",`);
    expect(await choose(signedFile(twice, signer))).toMatchObject(err({ code: 'profile_invalid', field: 'baseUrl' }));
    const nested = signedFile(signedFile(profileText(), signer), signer);
    expect(await choose(nested)).toMatchObject(err({ code: 'profile_invalid' }));
    const long = signedFile(profileText() + ' '.repeat(largestProfile), signer);
    expect(calls.app.useDeployment.input.safeParse({ text: long }).success).toBe(false);
    expect([signatures(), value(await app.handlers.app.start({})).mode]).toEqual([[], 'none']);
    expect(existsSync(join(dataDirectory, 'counter'))).toBe(false);
  });
});

/** A folder with something in it stands where that name would be written: only this one write fails. */
function block(path: string): void {
  mkdirSync(join(path, 'in the way'), { recursive: true });
}

describe('a deployment file that cannot be kept', () => {
  const nameOf = (name: string): string => `${name}.partial`;

  it.each([
    ['the profile', 'deployment.json', 'another key'],
    ['the profile', 'deployment.json', 'the same key'],
    ['the profile', 'deployment.json', 'nobody'],
    ['the signed file', 'deployment.signed.next.json', 'another key'],
  ])('because %s (%s) cannot be written, signed by %s, leaves profile and signature as they were', async (...at) => {
    const [, blocked, by] = at;
    const first = await asking();
    const file = signedFile(profileText(), signer);
    value(await first.choose(file));
    const folder = join(first.dataDirectory, 'counter');
    const names = readdirSync(folder).filter((name) => name.startsWith('deployment'));
    block(join(folder, nameOf(blocked)));
    const next = profileText({ name: 'Second' });
    const chosen = by === 'nobody' ? next : signedFile(next, by === 'another key' ? another : signer);
    expect(await first.choose(chosen)).toEqual(err({ code: 'journal_not_writable' }));
    const asBefore = async ({ app, signerShown, kept, keptSigned }: typeof first) => {
      expect([await signerShown(), value(await app.handlers.app.start({})).deploymentName]).toEqual([
        asSigned,
        service.profile.name,
      ]);
      expect([readFileSync(kept, 'utf8'), readFileSync(keptSigned, 'utf8')]).toEqual([profileText(), file]);
    };
    await asBefore(first);
    await first.app.close();
    const second = await asking(first.dataDirectory);
    await asBefore(second);
    rmSync(join(folder, nameOf(blocked)), { recursive: true });
    expect(readdirSync(folder).filter((name) => name.startsWith('deployment'))).toEqual(names);
    expect(value(await second.choose(chosen)).deploymentName).toBe('Second');
  });

  it('under its own name is known all the same, and gets its name as soon as that is free', async () => {
    const first = await asking();
    value(await first.choose(signedFile(profileText(), signer)));
    rmSync(first.keptSigned);
    block(first.keptSigned);
    value(await first.choose(signedFile(profileText({ name: 'Second' }), another)));
    const asOther = { thumbprint: another.thumbprint, changed: false };
    expect(await first.signerShown()).toEqual(asOther);
    // What is known of the second is not given up for a third.
    expect(await first.choose(signedFile(profileText({ name: 'Third' }), signer))).toEqual(
      err({ code: 'journal_not_writable' }),
    );
    expect(await first.signerShown()).toEqual(asOther);
    await first.app.close();
    rmSync(first.keptSigned, { recursive: true });
    const second = await asking(first.dataDirectory);
    expect([await second.signerShown(), existsSync(second.keptSigned)]).toEqual([asOther, true]);
    expect(readdirSync(join(second.dataDirectory, 'counter'))).not.toContain('deployment.signed.next.json');
  });
});

describe('what was kept of a signed deployment file', () => {
  it('is shown as changed where what is in use is another, until the signed one is chosen again', async () => {
    const first = await asking();
    value(await first.choose(signedFile(profileText(), signer)));
    await first.app.close();
    writeFileSync(first.kept, profileText({ name: 'Changed by hand' }));
    const second = await asking(first.dataDirectory);
    expect(await second.signerShown()).toEqual({ ...asSigned, changed: true });
    value(await second.choose(signedFile(profileText({ name: 'Changed by hand' }), signer)));
    expect(second.signatures()).toEqual([{ state: 'same', signer: signer.thumbprint }]);
    expect(await second.signerShown()).toEqual(asSigned);
  });

  it('is neither signed nor unsigned where it cannot be read: the counter opens, shows that, and asks', async () => {
    const first = await asking();
    value(await first.choose(signedFile(profileText(), signer)));
    await first.app.close();
    const kept = readFileSync(first.keptSigned, 'utf8');
    const ways: readonly (() => void)[] = [
      ...[kept.slice(0, -20), kept.replace('payload":"e', 'payload":"f'), profileText(), ''].map(
        (damaged) => () => writeFileSync(first.keptSigned, damaged),
      ),
      () => {
        rmSync(first.keptSigned);
        block(first.keptSigned);
      },
    ];
    for (const damage of ways) {
      damage();
      const { app, box, choose, signerShown, signatures } = await asking(first.dataDirectory);
      expect([await signerShown(), value(await app.handlers.app.start({})).mode]).toEqual([
        { unreadable: true },
        'deployment',
      ]);
      box.answer = false;
      await choose(profileText({ name: 'Second' }));
      // The one that was signed is no news in its profile; that its signature can be read again is.
      await choose(kept);
      await choose(signedFile(profileText({ name: 'Second' }), another));
      expect(signatures()).toEqual([
        { state: 'unknown', signer: null },
        { state: 'unknown', signer: signer.thumbprint },
        { state: 'unknown', signer: another.thumbprint },
      ]);
      await app.close();
    }
    // It need not be removed for a file that nobody signed, and stays a question.
    const last = await asking(first.dataDirectory);
    expect(value(await last.choose(profileText({ name: 'Third' }))).deploymentName).toBe('Third');
    expect(await last.signerShown()).toEqual({ unreadable: true });
    await last.app.close();
    rmSync(first.keptSigned, { recursive: true });
    const free = await asking(first.dataDirectory);
    expect(await free.signerShown()).toBeUndefined();
    writeFileSync(free.keptSigned, '');
    value(await free.choose(signedFile(profileText(), signer)));
    expect(await free.signerShown()).toEqual(asSigned);
  });
});
