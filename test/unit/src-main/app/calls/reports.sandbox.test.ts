import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import type { AppPorts } from '../../../../../src-main/app/counter/ports.ts';
import type { PrintJob } from '../../../../../src-main/core/ports.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import type { Compared, Comparison } from '../../../../../src-shared/contract/reports.ts';
import { until } from '../../../../support/until.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, enrolledApp, settled, type HostParts } from '../counter-app.ts';
import { comes, staffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

const allScopes = [
  'profile:read',
  'wallets:read',
  'catalogue:read',
  'orders:create',
  'orders:read',
  'cards:read',
  'cards:reveal',
  'diagnostics:use',
];

function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

const days = (): Compared => ({ kind: 'days', from: today(), to: today() });

async function sells(shop: HostParts, quantity: number): Promise<string> {
  const { operationId } = value(await shop.app.handlers.orders.place(await aSale(shop.app, quantity)));
  await settled(shop, operationId);
  return operationId;
}

async function ended({ app }: HostParts): Promise<Comparison> {
  const state = async (): Promise<Comparison | null> => value(await app.handlers.reports.comparison({}));
  await until('the end of the comparison', async () => (await state())?.state !== 'reading');
  const comparison = await state();
  if (comparison === null) throw new Error('nothing was compared');
  return comparison;
}

async function compare(shop: HostParts, of: Compared, withLists = false): Promise<Comparison> {
  value(await shop.app.handlers.reports.compare({ of, withLists }));
  return ended(shop);
}

describe('a day compared with the service', () => {
  it('is equal where nothing went wrong, finds what another counter sold, and says what has no result yet', async () => {
    const shop = await enrolledApp(service);
    const other = await enrolledApp(service);
    await sells(shop, 1);
    await sells(shop, 3);
    await service.fault('card_unavailable', 'createPartnerOrder');
    const refused = value(await shop.app.handlers.orders.place(await aSale(shop.app, 1)));
    await settled(shop, refused.operationId, 'refused');
    const before = await compare(shop, days());
    expect(before).toMatchObject({
      state: 'done',
      failure: null,
      done: 3,
      all: 3,
      counts: { equal: 3, hereOnly: 0, thereOnly: 0, differs: 0, unsettled: 0, notSent: 0, unread: 0 },
      lines: [],
      lists: null,
    });
    expect(before.here).toHaveLength(1);
    expect(before.there).toEqual(before.here);

    await sells(other, 2);
    await service.fault('recovery-exhausted', 'createPartnerOrder');
    const open = value(await shop.app.handlers.orders.place(await aSale(shop.app, 2)));
    await settled(shop, open.operationId, 'accepted');
    const after = await compare(shop, days(), true);
    expect(after).toMatchObject({ state: 'done', failure: null, done: 4, lists: { unchecked: [], undatedCards: 0 } });
    expect(after.counts).toMatchObject({ equal: 3, unsettled: 1 });
    const elsewhere = after.lines.filter(({ outcome }) => outcome === 'thereOnly');
    expect(elsewhere).toMatchObject([{ isKnown: false, cards: 2, state: null, stateThere: 'completed' }]);
    expect(after.listedCards).toBeGreaterThanOrEqual(6);
    // Its other counter sees the same from its side.
    const there = await compare(other, days(), true);
    expect(there.counts).toMatchObject({ equal: 1 });
    expect(there.lines.filter(({ outcome }) => outcome === 'thereOnly').length).toBeGreaterThanOrEqual(2);
  });

  it('of a Z whose orders are bought and whose balances were read changes nothing in the journal', async () => {
    const shop = await enrolledApp(service);
    await sells(shop, 1);
    const z = value(await shop.app.handlers.day.close({}));
    const head = async (): Promise<number> => value(await shop.app.handlers.day.x({})).lastSeq;
    const closedAt = await head();
    await until('the balances after it', async () => (await head()) > closedAt);
    const lastSeq = await head();
    expect((await compare(shop, { kind: 'z', name: z.name ?? '' }, true)).counts).toMatchObject({ equal: 1 });
    expect(await head()).toBe(lastSeq);
    expect(await shop.app.handlers.reports.compare({ of: { kind: 'z', name: '9-9' }, withLists: false })).toEqual(
      err({ code: 'input_invalid', field: 'name' }),
    );
  });

  it('goes on with a long list at the page where it stopped, and has each card of it once', async () => {
    const shop = await enrolledApp(service);
    for (let sale = 0; sale < 6; sale += 1) await sells(shop, 10);
    const pages: string[] = [];
    const listsPages = (until: number) => (url: string) => {
      if (/\/cards(?:\?|$)/.test(url)) pages.push(url);
      return pages.length < until;
    };
    shop.plug.lets = listsPages(2);
    expect(await compare(shop, days(), true)).toMatchObject({
      state: 'stopped',
      failure: { code: 'service_unreachable' },
    });
    const [first = '', stoppedAt = ''] = pages.splice(0);
    shop.plug.lets = listsPages(Number.POSITIVE_INFINITY);
    const whole = await compare(shop, days(), true);
    expect(whole).toMatchObject({ state: 'done', done: 6, lists: { unchecked: [], unreadable: 0 } });
    expect([pages.includes(first), pages.includes(stoppedAt), new Set(pages).size]).toEqual([
      false,
      true,
      pages.length,
    ]);
    // One that is done is read anew: it counts the same cards.
    const again = await compare(shop, days(), true);
    expect(again.listedCards).toBe(whole.listedCards);
    expect(whole.listedCards).toBeGreaterThanOrEqual(60);
  });

  it('goes on where it stopped: cancelled, without a connection, and refused for a while', async () => {
    const shop = await enrolledApp(service);
    for (let sale = 0; sale < 4; sale += 1) await sells(shop, 1);
    value(await shop.app.handlers.reports.compare({ of: days(), withLists: false }));
    value(await shop.app.handlers.reports.cancelComparison({}));
    const cancelled = await ended(shop);
    expect(cancelled).toMatchObject({ state: 'cancelled', failure: null, all: 4 });
    expect(cancelled.done).toBeLessThan(4);
    shop.plug.connected = false;
    expect(await compare(shop, days())).toMatchObject({
      state: 'stopped',
      failure: { code: 'service_unreachable' },
      done: cancelled.done,
    });
    shop.plug.connected = true;
    await service.fault('rate_limited', 'getPartnerOrder');
    const asked = shop.plug.asked;
    expect(await compare(shop, days())).toMatchObject({ state: 'done', done: 4, counts: { equal: 4, unread: 0 } });
    // What was read is not read again; what was refused is, once it may be. The balances are read at the end.
    expect(shop.plug.asked - asked).toBe(4 - cancelled.done + 2);
  });

  it('that goes on takes in what was begun since it stopped', async () => {
    const shop = await enrolledApp(service);
    for (let sale = 0; sale < 3; sale += 1) await sells(shop, 1);
    value(await shop.app.handlers.reports.compare({ of: days(), withLists: false }));
    value(await shop.app.handlers.reports.cancelComparison({}));
    expect(await ended(shop)).toMatchObject({ state: 'cancelled', all: 3 });
    await sells(shop, 1);
    expect(await compare(shop, days())).toMatchObject({ state: 'done', done: 4, all: 4, counts: { equal: 4 } });
  });

  it('says what it may not read, and an order that the service does not have any more', async () => {
    const shop = await enrolledApp(service);
    await sells(shop, 1);
    await service.control('/scopes', { scopes: allScopes.filter((scope) => scope !== 'cards:read') });
    const noLists = await compare(shop, days(), true);
    await service.control('/scopes', { scopes: allScopes });
    expect(noLists).toMatchObject({ state: 'done', counts: { equal: 1 } });
    const wallets = value(await shop.app.handlers.wallets.list({})).items;
    expect(noLists.lists?.unchecked).toMatchObject(
      wallets.map(({ id }) => ({ walletId: id, failure: { code: 'insufficient_scope' } })),
    );
    await service.fault('resource_not_found', 'getPartnerOrder');
    const absent = await compare(shop, days());
    expect(absent.counts).toMatchObject({ hereOnly: 1, equal: 0 });
    expect(absent.lines).toMatchObject([{ outcome: 'hereOnly', stateThere: 'absent', there: null }]);
    expect(absent.there).toEqual([]);
    expect(absent.here).toHaveLength(1);
  });
});

describe('a report', () => {
  const printed: PrintJob[] = [];
  const saved: (readonly [name: string, content: string | Uint8Array])[] = [];
  const office: Partial<AppPorts> = {
    printer: {
      names: () => Promise.resolve([]),
      print: (job) => Promise.resolve(ok(void printed.push(job))),
    },
    saveFile: (name, content) => Promise.resolve(saved.push([name, content]) > 0),
    drawPdf: (page) => Promise.resolve(new TextEncoder().encode(`%PDF ${page}`)),
  };

  it('of days has what was sold, and goes onto every paper and into every file, without cost for a cashier', async () => {
    const shop = await staffedShop(service, undefined, office);
    const { reports, preferences, day } = shop.app.handlers;
    await sells(shop, 2);
    const dates = { from: today(), to: today() };
    const full = value(await reports.sales(dates));
    expect(full).toMatchObject({ ...dates, totals: { sales: 1, cards: 2 }, byDay: [{ day: today(), sales: 1 }] });
    expect(full.byCategory).toMatchObject([{ sales: 1 }]);
    expect(full.byCategory[0]?.name?.en).toBeTypeOf('string');
    expect(full.byPerson).toMatchObject([{ id: shop.ids.manager }]);
    const z = value(await day.close({ counted: [{ amount: '3.500', currency: 'KWD' }] }));
    const [cost = { amount: '' }] = full.totals.cost ?? [];
    expect(cost.amount).not.toBe('');
    const margin = full.totals.margin?.[0]?.amount;

    for (const role of ['manager', 'cashier'] as const) {
      await comes(shop, role);
      for (const report of [{ kind: 'x' }, { kind: 'z', name: z.name ?? '' }, { kind: 'sales', ...dates }] as const) {
        for (const receiptPaper of ['58mm', '80mm', 'a4'] as const) {
          value(await preferences.change({ receiptPaper }));
          value(await reports.print({ report, language: 'ar' }));
        }
        for (const as of ['pdf', 'html', 'csv'] as const)
          expect(value(await reports.save({ report, as, language: 'en' }))).toEqual({ saved: 'here', file: null });
      }
      const [jobs, files] = [printed.splice(0), saved.splice(0)];
      expect(jobs.map(({ paper }) => paper.dots)).toEqual([384, 576, 1063, 384, 576, 1063, 384, 576, 1063]);
      expect(files.map(([name]) => name.replace(/^x-.*\./, 'x.'))).toEqual(
        ['x', `z-${z.name ?? ''}`, `sales-${today()}`].flatMap((name) =>
          ['pdf', 'html', 'csv'].map((ending) => `${name}.${ending}`),
        ),
      );
      const texts = [
        ...jobs.map(({ documents }) => documents.join('')),
        ...files.map(([, content]) => (typeof content === 'string' ? content : new TextDecoder().decode(content))),
      ];
      const told = texts.filter(
        (text) => text.includes(cost.amount) || /\bcost\b|>Cost<|التكلفة|Margin|الربح/.test(text),
      );
      if (role === 'manager') expect(told.length).toBeGreaterThanOrEqual(12);
      else expect(told).toEqual([]);
      // What is counted is no secret of the shop's.
      expect(texts.filter((text) => text.includes('3.500')).length).toBeGreaterThanOrEqual(5);
    }
    expect(margin).toBeTypeOf('string');
    const dispatch = createDispatch(shop.app.handlers, (bug) => expect(bug).toBe('none'));
    expect(await dispatch('reports', 'compare', { of: days(), withLists: false })).toEqual(
      err({ code: 'role_required', detail: 'manager' }),
    );
    expect(await reports.save({ report: { kind: 'comparison' }, as: 'csv', language: 'en' })).toEqual(
      err({ code: 'not_allowed' }),
    );
  });

  it('of now has the day of the shop’s own calendar in its name, on both sides of the day line', async () => {
    const shop = await enrolledApp(service, office);
    const zoneBefore = process.env['TZ'];
    const named: string[] = [];
    try {
      for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
        process.env['TZ'] = zone;
        value(await shop.app.handlers.reports.save({ report: { kind: 'x' }, as: 'csv', language: 'en' }));
        const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
        const [[name] = ['']] = saved.splice(0);
        expect(name).toBe(`x-${day}.csv`);
        named.push(name);
      }
    } finally {
      if (zoneBefore === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zoneBefore;
    }
    // At no moment do both have the day of UTC.
    expect(new Set(named).size).toBe(2);
  });

  it('of a host without printer and box is given to the page, and a PDF is refused there', async () => {
    const shop = await enrolledApp(service);
    await sells(shop, 1);
    const { reports } = shop.app.handlers;
    const wish = { report: { kind: 'sales', from: today(), to: today() }, language: 'en' } as const;
    expect(await reports.print(wish)).toEqual(err({ code: 'printer_unavailable' }));
    expect(await reports.save({ ...wish, as: 'pdf' })).toEqual(err({ code: 'printer_unavailable' }));
    const { saved: how, file } = value(await reports.save({ ...wish, as: 'html' }));
    expect([how, file?.name]).toEqual(['byPage', `sales-${today()}.html`]);
    expect(file?.text).toContain('Content-Security-Policy');
    expect(await reports.sales({ from: '2026-02-30', to: '2026-02-30' })).toEqual(
      err({ code: 'input_invalid', field: 'from' }),
    );
    await compare(shop, days());
    const compared = value(await reports.save({ report: { kind: 'comparison' }, as: 'csv', language: 'en' }));
    expect(compared.file?.text.split('\r\n')[1]).toMatch(/^equal,/);
  });
});
