import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../src-main/app/calls/registrar.ts';
import { err, ok } from '../../../../src-main/core/result.ts';
import { makeTempFolder } from '../../../support/temp.ts';
import { failDisk } from '../laws/failing-disk.ts';
import { newOperationId, value } from '../orders/till.ts';
import { appInTest, aSale, settled, startApp, untilActive, type HostParts } from './counter-app.ts';

describe('the counter in training', () => {
  const folder = makeTempFolder();
  let parts: HostParts;
  beforeAll(async () => {
    parts = await startApp({ dataDirectory: folder.path });
    value(await parts.app.handlers.app.startTraining({}));
    value(await parts.app.handlers.enrolment.begin({ validDays: 365, cidrs: [] }));
    await untilActive(parts.app);
  });
  afterAll(async () => {
    await parts.app.close();
    folder.remove();
  });

  it('says how it stands: training, active, with the permissions that the service reported', async () => {
    const start = value(await parts.app.handlers.app.start({}));
    expect(start).toMatchObject({
      host: 'electron',
      mode: 'training',
      language: 'en',
      online: true,
      maximumQuantity: 100,
      enrolment: { state: 'active', thumbprintsAgree: true },
    });
    expect(start.invitation?.tokenReady).toBe(true);
    expect(start.scopes).toContain('cards:reveal');
    expect(start.problem).toBeUndefined();
    expect(Object.keys(start)).not.toContain('zoomLevel');
    expect(parts.notices.map(({ notice }) => notice)).toContain('enrolmentChanged');
  });

  it('sells: the order is durable at once, its outcome comes as a notice, the codes by a reveal, all of it in the timeline', async () => {
    const { app, notices, clipboard, bugs } = parts;
    const sale = await aSale(app);
    const placed = value(await app.handlers.orders.place({ ...sale, externalReference: 'POS 1' }));
    expect(placed).toMatchObject({ state: 'intended', cancellable: true, codes: [], codesState: 'none' });
    const { operationId } = placed;
    const order = await settled(parts, operationId);
    expect(order).toMatchObject({ quantity: 2, externalReference: 'POS 1', codesState: 'sealed', cancellable: false });
    expect(order.nextAttemptAt).toBeUndefined();
    expect(order.cardName).toBeDefined();
    const states = notices.flatMap(({ payload }) =>
      'operationId' in payload && payload.operationId === operationId ? [payload.state] : [],
    );
    expect(states[0]).toBe('intended');
    expect(states.at(-1)).toBe('completed');

    const shown = value(await app.handlers.reveals.show({ operationId }));
    expect(shown.cards.map(({ voucher, serialNumber }) => [voucher, serialNumber])).toEqual([
      [true, true],
      [true, true],
    ]);
    const page = app.page(shown.frame)?.html ?? '';
    expect(app.page(shown.frame)).toBeNull();
    const soldCardId = shown.cards[0]?.soldCardId ?? '';
    value(await app.handlers.reveals.copy({ operationId, soldCardId, part: 'voucher' }));
    const voucher = clipboard.text;
    expect(page.replaceAll(/<[^>]*>/g, '')).toContain(voucher);
    await app.lock();
    expect([clipboard.text, notices.at(-1)]).toEqual(['', { notice: 'hideCodes', payload: {} }]);
    expect(await app.handlers.reveals.show({ operationId })).toEqual(err({ code: 'not_allowed', detail: 'locked' }));
    value(await app.handlers.screen.unlock({}));
    const waiting = async () =>
      value(await app.handlers.orders.list({ show: 'codesWaiting' })).items.map((each) => each.operationId);
    expect(await waiting()).toEqual([operationId]);
    expect(value(await app.handlers.reveals.handOver({ operationId })).codesState).toBe('handedOver');
    expect(await waiting()).toEqual([]);

    const { timeline } = value(await app.handlers.orders.read({ operationId }));
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'intended',
      'attempt',
      'answerKept',
      'completed',
      'codesShown',
      'codesCopied',
      'handedOver',
    ]);
    expect(JSON.stringify([shown, timeline, notices])).not.toContain(voucher);
    expect(value(await app.handlers.orders.list({ show: 'all' })).items.map((each) => each.operationId)).toContain(
      operationId,
    );
    expect(bugs).toEqual([]);
  });

  it('answers every call as the contract states it', async () => {
    const bugs: unknown[] = [];
    const dispatch = createDispatch(parts.app.handlers, (bug) => bugs.push(bug));
    const sale = await aSale(parts.app, 1);
    const { operationId } = value(await parts.app.handlers.orders.place(sale));
    await settled(parts, operationId);
    const calls: readonly (readonly [string, string, object])[] = [
      ['app', 'start', {}],
      ['app', 'setLanguage', { language: 'ar' }],
      ['app', 'setTheme', { theme: 'system' }],
      ['app', 'recoveryPhrase', {}],
      ['enrolment', 'status', {}],
      ['wallets', 'list', {}],
      ['catalogue', 'read', { walletId: sale.walletId }],
      ['orders', 'list', { show: 'pending' }],
      ['orders', 'read', { operationId }],
      ['orders', 'resume', { operationId }],
      ['reveals', 'show', { operationId }],
      ['reveals', 'ownedCards', { walletId: sale.walletId }],
      ['reveals', 'handOver', { operationId }],
    ];
    for (const [domain, call, input] of calls)
      expect(await dispatch(domain, call, input), `${domain}.${call}`).toMatchObject({ ok: true });
    expect(await dispatch('orders', 'keepWanted', { operationId })).toEqual(
      err({ code: 'operation_final', operationId }),
    );
    expect(await dispatch('orders', 'cancel', { operationId })).toEqual(err({ code: 'not_cancellable', operationId }));
    expect(bugs).toEqual([]);
    await dispatch('app', 'setLanguage', { language: 'en' });
  });

  it('refuses bad input and names the field', async () => {
    const sale = await aSale(parts.app);
    const place = (change: object) => parts.app.handlers.orders.place({ ...sale, ...change });
    expect(await place({ externalReference: 'مرجع' })).toEqual(err({ code: 'input_invalid', field: 'reference' }));
    expect(await place({ quantity: 10_001 })).toEqual(err({ code: 'input_invalid', field: 'quantity' }));
    // Not what was on the screen: another quantity, another price, another currency.
    for (const shownTotal of [
      { amount: '0.001', currency: sale.shownTotal.currency },
      { ...sale.shownTotal, currency: 'XXX' },
    ]) {
      expect(await place({ shownTotal })).toMatchObject(err({ code: 'charge_changed', field: 'shownTotal' }));
    }
    expect(await place({ quantity: sale.quantity + 1 })).toMatchObject(
      err({ code: 'charge_changed', field: 'shownTotal' }),
    );
    expect(await place({ replaces: newOperationId() })).toMatchObject(
      err({ code: 'operation_not_final', field: 'replaces' }),
    );
    const unknown = newOperationId();
    expect(await parts.app.handlers.orders.read({ operationId: unknown })).toEqual(
      err({ code: 'operation_unknown', operationId: unknown }),
    );
  });

  it('sells more than the manager chose only where the person was asked once more', async () => {
    const { handlers } = parts.app;
    const sale = await aSale(parts.app, 3);
    const { currency } = sale.shownTotal;
    value(await handlers.preferences.change({ askAboveCards: 2, askAboveAmount: {} }));
    expect(await handlers.orders.place(sale)).toEqual(err({ code: 'large_sale', field: 'quantity' }));
    value(await handlers.preferences.change({ askAboveCards: 3, askAboveAmount: { [currency]: '0.001' } }));
    expect(await handlers.orders.place(sale)).toEqual(err({ code: 'large_sale', field: 'shownTotal' }));
    value(await handlers.preferences.change({ askAboveAmount: { [currency]: sale.shownTotal.amount } }));
    await settled(parts, value(await handlers.orders.place(sale)).operationId);
    value(await handlers.preferences.change({ askAboveCards: 1 }));
    await settled(parts, value(await handlers.orders.place({ ...sale, largeConfirmed: true })).operationId);
    value(await handlers.preferences.change({ askAboveCards: 10, askAboveAmount: {} }));
  });

  it('keeps its journal and its prices while the network is down, takes sales, and sends them when it is back', async () => {
    const { app, plug, notices } = parts;
    const sale = await aSale(app);
    const before = notices.length;
    plug.connected = false;
    expect(value(await app.handlers.wallets.read({}))?.items).toEqual(value(await app.handlers.wallets.list({})).items);
    const { operationId } = value(await app.handlers.orders.place(sale));
    await expect
      .poll(async () => value(await app.handlers.orders.read({ operationId })).timeline.map(({ kind }) => kind))
      .toContain('notSent');
    expect(value(await app.handlers.orders.list({ show: 'pending' })).items.map((each) => each.operationId)).toEqual([
      operationId,
    ]);
    expect(value(await app.handlers.wallets.list({}))).toMatchObject({ fresh: false });
    expect(value(await app.handlers.app.start({})).online).toBe(false);
    plug.connected = true;
    await settled(parts, operationId);
    expect(
      notices
        .slice(before)
        .filter(({ notice }) => notice === 'connectionChanged')
        .map(({ payload }) => payload),
    ).toEqual([{ online: false }, { online: true }]);
  });

  it('gives a failing journal as an answer and goes on when it is back', async () => {
    const sale = await aSale(parts.app);
    const disk = failDisk();
    expect(await parts.app.handlers.orders.place(sale)).toMatchObject(err({ code: 'journal_not_writable' }));
    disk.mend();
    const { operationId } = value(await parts.app.handlers.orders.place(sale));
    await settled(parts, operationId);
  });
});

describe('the end of a training', () => {
  it('empties the clipboard of what was copied, ends what is under way, stops the service and forgets it all', async () => {
    const parts = await appInTest();
    const { app, clipboard, dataDirectory } = parts;
    value(await app.handlers.app.startTraining({}));
    value(await app.handlers.enrolment.begin({ validDays: 1, cidrs: [] }));
    await untilActive(app);
    const { operationId } = value(await app.handlers.orders.place(await aSale(app)));
    const order = await settled(parts, operationId);
    value(
      await app.handlers.reveals.copy({ operationId, soldCardId: order.codes[0]?.soldCardId ?? '', part: 'voucher' }),
    );
    const reading = app.handlers.wallets.list({});
    await app.close();
    expect((await reading).ok).toBe(true);
    expect(clipboard.text).toBe('');
    expect(existsSync(join(dataDirectory, 'training'))).toBe(false);
    expect(value(await app.handlers.app.start({}))).toMatchObject({ mode: 'none' });
    expect(await app.handlers.orders.list({ show: 'all' })).toEqual(err({ code: 'deployment_required' }));
  });

  it('begins afresh with the next one, also where two are asked for at once', async () => {
    const started: string[] = [];
    const stopped: string[] = [];
    const profile = JSON.stringify({
      version: 1,
      name: 'Training',
      baseUrl: 'http://127.0.0.1:9',
      serviceKeys: { jwks: { keys: [] } },
    });
    const { app } = await appInTest({
      startSandbox: (directory) => {
        started.push(directory);
        mkdirSync(directory, { recursive: true });
        const deploymentFile = join(directory, 'deployment.json');
        writeFileSync(deploymentFile, profile);
        return Promise.resolve({
          ok: true,
          value: {
            deploymentFile,
            invitationId: newOperationId(),
            enrollmentTokenFile: join(directory, 'absent'),
            baseUrl: 'http://127.0.0.1:9',
            setFaults: () => Promise.resolve(ok(undefined)),
            stop: () => {
              stopped.push(directory);
              return Promise.resolve();
            },
          },
        });
      },
    });
    const [first, second] = await Promise.all([app.handlers.app.startTraining({}), app.handlers.app.startTraining({})]);
    expect([first.ok, second.ok, started.length, stopped.length]).toEqual([true, true, 2, 1]);
    expect(await app.handlers.enrolment.begin({ validDays: 1, cidrs: [] })).toEqual(
      err({ code: 'sandbox_failed', detail: 'token_file' }),
    );
  });

  it('leaves nothing open where the service does not start, or says nonsense', async () => {
    const { app } = await appInTest({ startSandbox: () => Promise.resolve(err({ code: 'sandbox_failed' })) });
    expect(await app.handlers.app.startTraining({})).toEqual(err({ code: 'sandbox_failed' }));
    expect(value(await app.handlers.app.start({}))).toMatchObject({ mode: 'none' });
    let stopped = 0;
    const sandbox = {
      deploymentFile: '/nowhere',
      invitationId: '',
      enrollmentTokenFile: '',
      baseUrl: '',
      setFaults: () => Promise.resolve(ok(undefined)),
      stop: () => {
        stopped += 1;
        return Promise.resolve();
      },
    };
    const broken = await appInTest({ startSandbox: () => Promise.resolve({ ok: true, value: sandbox }) });
    expect(await broken.app.handlers.app.startTraining({})).toMatchObject(err({ code: 'sandbox_failed' }));
    expect(stopped).toBe(1);
  });
});
