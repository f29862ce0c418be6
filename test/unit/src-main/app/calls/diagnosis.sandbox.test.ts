import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { journalRules } from '../../../../../src-main/app/counter/journal-rules.ts';
import { err } from '../../../../../src-main/core/result.ts';
import type { FileSignature, Introduction } from '../../../../../src-main/deployment/introduction.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { openJournal } from '../../../../../src-main/journal/open-journal.ts';
import { scopes as allScopes } from '../../../../../src-shared/contract/codes.ts';
import { deploymentSigner, signedFile } from '../../../../support/signed-deployment.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, appInTest, enrolledApp, settled } from '../counter-app.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

const wrongText = (): string =>
  JSON.stringify({ ...service.profile, request: { ...service.profile.request, encoding: 'der' } });

const enrolled = (dataDirectory: string) => enrolledApp(service, { dataDirectory });

describe('a cause that a change of the profile cures', () => {
  it('is applied to the deployment that is kept, only when it was found and is asked for', async () => {
    const dataDirectory = tempFolder();
    const parts = await enrolled(dataDirectory);
    const { handlers } = parts.app;
    const sale = await aSale(parts.app);
    value(await handlers.app.useDeployment({ text: wrongText() }));
    expect(await handlers.diagnosis.run({})).toMatchObject({ ok: false, error: { code: 'invalid_credentials' } });
    expect(await handlers.app.applyChange({})).toEqual(err({ code: 'not_allowed' }));
    const found = value(await handlers.diagnosis.search({}));
    expect(found).toMatchObject({
      cause: 'profile',
      changes: [{ path: 'request.encoding', from: 'der', to: 'p1363' }],
      applicable: true,
    });
    const kept = (): unknown => JSON.parse(readFileSync(join(dataDirectory, 'counter', 'deployment.json'), 'utf8'));
    expect(kept()).toMatchObject({ request: { encoding: 'der' } });
    expect(value(await handlers.app.applyChange({}))).toMatchObject({
      mode: 'deployment',
      enrolment: { state: 'active' },
    });
    expect(z.looseObject({ request: z.looseObject({ encoding: z.string() }) }).parse(kept()).request.encoding).toBe(
      'p1363',
    );
    expect(value(await handlers.diagnosis.run({})).lines.every(({ agree }) => agree)).toBe(true);
    const { operationId } = value(await handlers.orders.place(sale));
    await settled(parts, operationId);
    expect(parts.bugs).toEqual([]);
  });

  it('takes a signed file its signature: the person is asked about that, and sees it from then on', async () => {
    const signer = deploymentSigner();
    const asked: FileSignature[] = [];
    let isTaken = true;
    const { app } = await enrolledApp(service, {
      dataDirectory: tempFolder(),
      confirmDeployment: ({ signature }) => {
        asked.push(signature);
        return Promise.resolve(isTaken);
      },
    });
    const { handlers } = app;
    value(await handlers.app.useDeployment({ text: signedFile(wrongText(), signer) }));
    value(await handlers.diagnosis.search({}));
    isTaken = false;
    expect(await handlers.app.applyChange({})).toEqual(err({ code: 'deployment_declined' }));
    const shown = async () => value(await handlers.app.start({})).deploymentSigner;
    expect(await shown()).toEqual({ thumbprint: signer.thumbprint, changed: false });
    isTaken = true;
    value(await handlers.app.applyChange({}));
    expect(await shown()).toEqual({ thumbprint: signer.thumbprint, changed: true });
    const changed = { state: 'changed', before: signer.thumbprint };
    expect(asked).toEqual([{ state: 'none' }, { state: 'new', signer: signer.thumbprint }, changed, changed]);
    // The service signs what was changed: then it is as signed again.
    const next = wrongText().replace('"der"', '"p1363"');
    value(await handlers.app.useDeployment({ text: signedFile(next, signer) }));
    expect([asked.at(-1), await shown()]).toEqual([
      { state: 'same', signer: signer.thumbprint },
      { thumbprint: signer.thumbprint, changed: false },
    ]);
  });

  it.each(['changed', 'unknown'] as const)('is asked about again where what is in use was %s before', async (state) => {
    const signer = deploymentSigner();
    const dataDirectory = tempFolder();
    const asked: FileSignature[] = [];
    const box = { answer: true };
    const confirmDeployment = ({ signature }: Introduction) => {
      asked.push(signature);
      return Promise.resolve(box.answer);
    };
    const first = await enrolledApp(service, { dataDirectory, confirmDeployment });
    value(await first.app.handlers.app.useDeployment({ text: signedFile(JSON.stringify(service.profile), signer) }));
    await first.app.close();
    const at = (name: string): string => join(dataDirectory, 'counter', name);
    if (state === 'unknown') writeFileSync(at('deployment.signed.json'), 'damaged');
    writeFileSync(at('deployment.json'), wrongText());
    asked.length = 0;
    box.answer = false;
    const { app } = await appInTest({ dataDirectory, confirmDeployment });
    value(await app.handlers.diagnosis.search({}));
    expect(await app.handlers.app.applyChange({})).toEqual(err({ code: 'deployment_declined' }));
    expect(readFileSync(at('deployment.json'), 'utf8')).toBe(wrongText());
    box.answer = true;
    value(await app.handlers.app.applyChange({}));
    const question = state === 'changed' ? { state, before: signer.thumbprint } : { state, signer: null };
    expect(asked).toEqual([question, question]);
    const { deploymentSigner: shown } = value(await app.handlers.app.start({}));
    expect(shown).toEqual(
      state === 'changed' ? { thumbprint: signer.thumbprint, changed: true } : { unreadable: true },
    );
  });

  it('is looked for no longer than the counter is open', async () => {
    const parts = await enrolled(tempFolder());
    value(await parts.app.handlers.app.useDeployment({ text: wrongText() }));
    const before = parts.plug.asked;
    const search = parts.app.handlers.diagnosis.search({});
    await expect.poll(() => parts.plug.asked - before).toBeGreaterThan(1);
    await parts.app.close();
    expect(value(await search)).toMatchObject({ cause: 'stopped', applicable: false });
  });
});

describe('a search for the cause', () => {
  it('ends when a person stops it, and can be begun again', async () => {
    const parts = await enrolled(tempFolder());
    const { handlers } = parts.app;
    value(await handlers.app.useDeployment({ text: wrongText() }));
    const before = parts.plug.asked;
    const search = handlers.diagnosis.search({});
    await expect.poll(() => parts.plug.asked - before).toBeGreaterThan(0);
    expect(await handlers.diagnosis.cancel({})).toEqual({ ok: true, value: {} });
    expect(value(await search)).toMatchObject({ cause: 'stopped', changes: [], applicable: false });
    expect(value(await handlers.diagnosis.search({})).cause).toBe('profile');
  });

  it('asks nothing while the service wants rest', async () => {
    const parts = await enrolled(tempFolder());
    const { handlers } = parts.app;
    await service.control('/faults', {
      name: 'rate_limited',
      operation: 'runPartnerSignatureDiagnostic',
      retryAfter: 600,
    });
    expect(await handlers.diagnosis.run({})).toMatchObject({ ok: false, error: { code: 'rate_limited' } });
    expect(value(await handlers.diagnosis.search({}))).toMatchObject({ cause: 'service_busy', calls: 0 });
  });
});

describe('the permissions', () => {
  it('are asked for by a diagnosis as soon as the first key is in use, though the activation named them', async () => {
    const dataDirectory = tempFolder();
    const parts = await enrolled(dataDirectory);
    await parts.app.close();
    const journal = value(
      openJournal({
        rules: journalRules,
        directory: join(dataDirectory, 'counter'),
        clock: systemClock,
        randomness: systemRandomness,
      }),
    );
    const seen = ['enrolment-active', 'policy-reported'].map((kind) =>
      journal.events({ kind }).map(({ body }) => body['policyVersion']),
    );
    journal.close();
    expect(seen).toEqual([[expect.any(Number)], [expect.any(Number)]]);
  });

  it('are asked for again when another key comes into use', async () => {
    const parts = await enrolled(tempFolder());
    const { handlers } = parts.app;
    expect(value(await handlers.app.start({})).scopes).toContain('cards:reveal');
    const before = value(await handlers.enrolment.status({})).keyId;
    await service.control('/scopes', { scopes: ['diagnostics:use', 'orders:create'] });
    value(await handlers.enrolment.begin({ ...(await service.furtherInvitation()), validDays: 30, cidrs: [] }));
    await expect.poll(async () => value(await handlers.enrolment.check({})).keyId, { interval: 250 }).not.toBe(before);
    const { scopes } = value(await handlers.app.start({}));
    await service.control('/scopes', { scopes: allScopes });
    expect(scopes).toEqual(['diagnostics:use', 'orders:create']);
  });
});

describe('the clock of the machine', () => {
  it('is announced as soon as the service has taught how far it is off', async () => {
    const askedAtMs = performance.now();
    const parts = await enrolled(tempFolder());
    const seen = parts.notices.filter(({ notice }) => notice === 'clockChanged');
    expect(seen.length).toBeGreaterThan(0);
    expect(Math.abs(value(await parts.app.handlers.app.start({})).clockOffsetSeconds ?? Number.NaN)).toBeLessThan(
      (performance.now() - askedAtMs) / 1_000 + 1,
    );
  });
});
