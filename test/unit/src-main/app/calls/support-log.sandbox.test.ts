import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { foldersIn } from '../../../../../src-main/app/counter/folders.ts';
import { ok } from '../../../../../src-main/core/result.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { supportLogIn } from '../../../../../src-main/support-log/folder.ts';
import { openSupportLog, type SupportLog } from '../../../../../src-main/support-log/support-log.ts';
import { memorySealer } from '../../../../../src-main/vault/memory-sealer.ts';
import { canariesBelow, canariesIn } from '../../../../support/canaries.ts';
import { keySecrets } from '../../../../support/planted-secrets.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { until } from '../../../../support/until.ts';
import { value } from '../../orders/till.ts';
import { appInTest, aSale, untilActive, type HostParts } from '../counter-app.ts';

const reference = 'POS 7781-canary';
const wrongPhrase = 'tulip anchor canary';

/** Sales that are lost, refused and shown; calls that are refused; a lock, a bug, and two diagnoses. */
async function dayOfFaults(parts: HostParts, log: SupportLog): Promise<readonly (readonly [string, string])[]> {
  const { app, plug, clipboard } = parts;
  const { handlers } = app;
  const seen: [string, string][] = [];
  const sale = { ...(await aSale(app, 1)), externalReference: reference };
  for (const lesson of ['lost', 'none'] as const) {
    if (lesson !== 'none') value(await handlers.training.begin({ lesson }));
    const { operationId } = value(await handlers.orders.place(sale));
    seen.push([`operation ${lesson}`, operationId]);
    await until(
      'a result',
      async () => {
        await handlers.orders.resume({ operationId });
        return value(await handlers.orders.read({ operationId })).order.state === 'completed';
      },
      250,
    );
    if (lesson !== 'none') value(await handlers.training.end({}));
    const [card] = value(await handlers.reveals.show({ operationId })).cards;
    const soldCardId = card?.soldCardId ?? '';
    for (const part of ['voucher', 'serialNumber'] as const) {
      value(await handlers.reveals.copy({ operationId, soldCardId, part }));
      seen.push([`${part} ${lesson}`, clipboard.text]);
    }
    await handlers.reveals.handOver({ operationId });
    await handlers.orders.cancel({ operationId });
  }
  value(await handlers.diagnosis.run({}));
  value(await handlers.diagnosis.search({ tryForms: true }));
  await handlers.app.recover({ phrase: wrongPhrase });
  seen.push(['phrase', value(await handlers.app.recoveryPhrase({})).phrase]);
  plug.connected = false;
  const { operationId } = value(await handlers.orders.place(sale));
  await handlers.wallets.list({});
  await handlers.orders.cancel({ operationId });
  plug.connected = true;
  const said = seen.map(([, secret]) => secret).join(' ');
  const broken = { ...handlers, wallets: { ...handlers.wallets, list: () => Promise.reject(new TypeError(said)) } };
  await createDispatch(broken, log.noteBug)('wallets', 'list', {});
  await app.lock();
  await handlers.reveals.show({ operationId });
  value(await handlers.screen.unlock({}));
  return seen;
}

it('holds what happened on a day of faults, and no secret of it, in the files nor in what is saved', async () => {
  const dataDirectory = tempFolder();
  const log = openSupportLog(supportLogIn(dataDirectory), systemClock);
  const saved: string[] = [];
  const sealer = memorySealer(systemRandomness);
  const { trainingCounter, trainingService } = foldersIn(dataDirectory);
  const parts = await appInTest({
    dataDirectory,
    supportLog: log,
    sealerFor: () => ok(sealer),
    saveFile: (_name, text) => Promise.resolve(saved.push(String(text)) > 0),
  });
  const { handlers } = parts.app;
  value(await handlers.app.startTraining({}));
  value(await handlers.enrolment.begin({ validDays: 365, cidrs: [] }));
  await untilActive(parts.app);
  const seen = await dayOfFaults(parts, log);
  const planted = new Map(
    [...seen, ['reference', reference], ['wrong phrase', wrongPhrase]].map(([name = '', text = '']) => [
      name,
      Buffer.from(text),
    ]),
  );
  expect(planted.size).toBe(9);
  expect(value(await handlers.supportLog.save({}))).toEqual({ saved: 'here', file: null });
  const { text } = value(await handlers.supportLog.read({}));

  const kinds = new Set(
    text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind),
  );
  for (const kind of ['started', 'opened', 'answered', 'unanswered', 'judged', 'order', 'callRefused', 'lock', 'bug'])
    expect([...kinds]).toContain(kind);
  expect(text).toContain('"operation":"createPartnerOrder"');
  expect(saved.join('')).toContain('"cause"');
  const [tokenFile = ''] = globSync('**/enrollment-token', { cwd: trainingService }).map((file) =>
    join(trainingService, file),
  );
  const secrets = new Map([
    ...planted,
    ...(await keySecrets(trainingCounter, sealer)),
    ['token', Buffer.from(readFileSync(tokenFile, 'utf8').trim())],
  ]);
  expect(secrets.size).toBe(planted.size + 3);
  expect(canariesBelow(supportLogIn(dataDirectory), secrets)).toEqual([]);
  expect(canariesIn(Buffer.from(`${text}${saved.join('')}`), secrets)).toEqual([]);
  // They would be found.
  expect(canariesIn(Buffer.from(seen.map(([, secret]) => secret).join(' ')), planted).length).toBe(7);
  await parts.app.close();
  expect(readFileSync(join(supportLogIn(dataDirectory), 'support.log'), 'utf8')).toMatch(/"kind":"ended"\}\n$/);
});
