import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { err } from '../../../../../src-main/core/result.ts';
import { contentOf, entriesOf } from '../../../../support/aes-zip.ts';
import { canariesBelow, canariesIn } from '../../../../support/canaries.ts';
import { readWorkbook } from '../../../../support/read-workbook.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, enrolledApp, settled, type HostParts } from '../counter-app.ts';
import { comes, staffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

/** What a person is shown in the frame, which is there once. */
function passwordIn({ app }: Pick<HostParts, 'app'>, frame: string | null): string {
  const html = app.page(frame ?? '')?.html ?? '';
  expect(app.page(frame ?? '')).toBeNull();
  return /<bdi dir="ltr">(.*?)<\/bdi>/.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? '';
}

async function sold(shop: HostParts): Promise<string> {
  const { operationId } = value(await shop.app.handlers.orders.place(await aSale(shop.app)));
  expect((await settled(shop, operationId)).state).toBe('completed');
  return operationId;
}

describe('codes for a company', () => {
  const asked = { wholeSale: true, reason: 'order 17', again: false };

  it('go where a manager chooses, and no further: no call, notice or file of the counter has them or the password', async () => {
    const files: { name: string; bytes: Uint8Array }[] = [];
    const shop = await staffedShop(service, undefined, {
      saveCodesFile: async (name, make) => {
        const bytes = await make();
        if (bytes !== null) files.push({ name, bytes });
        return bytes !== null && `${name.replace('.zip', '')}-2.zip`;
      },
    });
    const { handlers } = shop.app;
    const operationId = await sold(shop);
    for (const role of ['cashier', 'auditor'] as const) {
      await comes(shop, role);
      expect(await handlers.reveals.saveForCompany({ ...asked, operationId })).toMatchObject({
        ok: false,
        error: { code: 'role_required', detail: 'manager' },
      });
    }
    await comes(shop, 'manager');
    const saved = value(await handlers.reveals.saveForCompany({ ...asked, operationId }));
    // The name that the file has, and not the one that was proposed.
    expect(saved).toMatchObject({ cards: 2, file: null, name: files[0]?.name.replace('.zip', '-2.zip') });
    const password = passwordIn(shop, saved.frame);
    const [entry] = entriesOf(files[0]?.bytes ?? new Uint8Array());
    if (entry === undefined) throw new Error('no archive');
    const { rows } = readWorkbook(contentOf(entry, password));
    const { order, timeline } = value(await handlers.orders.read({ operationId }));
    expect([files.length, rows.length, order.filesSaved, order.codesCameOut]).toEqual([1, 3, 1, true]);
    expect(timeline.slice(-2)).toMatchObject([
      { kind: 'codesFileStarted', by: shop.ids.manager, facts: { note: 'order 17' } },
      { kind: 'codesFileSaved', by: shop.ids.manager, facts: { times: 1 } },
    ]);
    const secrets = new Map(
      [password, ...rows.slice(1).flatMap((row) => row.slice(-3, -1))].map((text, index) => [
        `secret ${index}`,
        Buffer.from(text),
      ]),
    );
    expect(secrets.size).toBe(5);
    const crossed = JSON.stringify([saved, shop.notices, order, timeline, await handlers.supportLog.read({})]);
    expect(canariesIn(Buffer.from(crossed), secrets)).toEqual([]);
    expect(canariesBelow(shop.dataDirectory, secrets)).toEqual([]);
    expect(await handlers.reveals.saveForCompany({ ...asked, operationId })).toEqual(
      err({ code: 'codes_saved_before', operationId }),
    );
  });

  it('stay here where nobody chose a place, or the disk did not take them', async () => {
    const ends: (false | null)[] = [null, false];
    const shop = await enrolledApp(service, {
      saveCodesFile: async (_, make) => {
        const end = ends.shift() ?? null;
        if (end !== null) await make();
        return end;
      },
    });
    const operationId = await sold(shop);
    const { reveals, orders } = shop.app.handlers;
    expect(value(await reveals.saveForCompany({ ...asked, operationId }))).toEqual({
      frame: null,
      cards: 0,
      name: null,
      file: null,
    });
    expect(await reveals.saveForCompany({ ...asked, operationId })).toEqual(err({ code: 'codes_not_saved' }));
    expect(value(await orders.read({ operationId })).order).toMatchObject({ codesCameOut: false });
  });

  it('are given to a page that saves files itself, encrypted', async () => {
    const shop = await enrolledApp(service);
    const operationId = await sold(shop);
    const { frame, file } = value(await shop.app.handlers.reveals.saveForCompany({ ...asked, operationId }));
    const [entry] = entriesOf(Buffer.from(file?.base64 ?? '', 'base64'));
    if (entry === undefined) throw new Error('no archive');
    expect(readWorkbook(contentOf(entry, passwordIn(shop, frame))).rows).toHaveLength(3);
    expect(file?.name).toMatch(/^codes-[A-Z]\d+-\d{4}\.zip$/);
  });
});
