import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { err } from '../../../../../src-main/core/result.ts';
import type { OrderView } from '../../../../../src-shared/contract/schemas.ts';
import { until } from '../../../../support/until.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, enrolledApp, settled, type HostParts } from '../counter-app.ts';
import { comes, names, pins, staffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

/** Two cards, bought and shown. */
async function sold(shop: HostParts): Promise<OrderView> {
  const { orders, reveals } = shop.app.handlers;
  const { operationId } = value(await orders.place(await aSale(shop.app)));
  await settled(shop, operationId);
  value(await reveals.show({ operationId }));
  return value(await orders.read({ operationId })).order;
}

/** The codes of an order, as its frame draws them. */
async function codesOf(shop: HostParts, operationId: string): Promise<readonly string[]> {
  const { frame } = value(await shop.app.handlers.reveals.show({ operationId }));
  const html = shop.app.page(frame)?.html ?? '';
  const drawn = [...html.matchAll(/<bdi dir="ltr"[^>]*>(.*?)<\/bdi>/g)].map(([, spans = '']) =>
    spans.replaceAll(/<[^>]*>/g, ''),
  );
  if (drawn.length === 0) throw new Error('no codes were drawn');
  return drawn;
}

function filesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('complaints', () => {
  it('go from a cashier to a manager, and the replacement is at no charge, and in the day end', async () => {
    const shop = await staffedShop(service);
    const { complaints, day, orders } = shop.app.handlers;
    await comes(shop, 'cashier');
    const order = await sold(shop);
    const [first, second] = order.codes.map(({ soldCardId }) => soldCardId);
    if (first === undefined || second === undefined) throw new Error('no cards');
    const { operationId } = order;
    const opened = value(
      await complaints.open({ operationId, soldCardId: first, reason: 'already_used', note: 'said twice' }),
    );
    expect(opened).toMatchObject({
      state: 'open',
      steps: [{ kind: 'opened', by: shop.ids.cashier, note: 'said twice' }],
    });
    value(await complaints.open({ operationId, soldCardId: second, reason: 'other' }));
    expect(value(await complaints.list({ show: 'open' })).items).toHaveLength(2);

    const asked = { id: opened.id, revision: opened.revision, besidesPending: true, afterRestore: false };
    const dispatch = createDispatch(shop.app.handlers, (bug) => expect(bug).toBe('none'));
    const byManagers = {
      replace: asked,
      reject: { id: opened.id, revision: 1 },
      close: { id: opened.id, revision: 1 },
    };
    for (const [call, input] of Object.entries(byManagers))
      expect(await dispatch('complaints', call, input)).toEqual(err({ code: 'role_required', detail: 'manager' }));
    await comes(shop, 'auditor');
    expect(value(await complaints.list({ show: 'open' })).items).toHaveLength(2);
    for (const [call, input] of Object.entries({
      open: { operationId, soldCardId: first, reason: 'other' },
      send: { id: opened.id, revision: 1 },
    }))
      expect(await dispatch('complaints', call, input)).toEqual(err({ code: 'role_required', detail: 'cashier' }));

    await comes(shop, 'manager');
    const sent = value(await complaints.send({ id: opened.id, revision: opened.revision }));
    expect(sent.state).toBe('sent');
    // Whoever still sees it as it was decides about nothing.
    expect(await complaints.replace(asked)).toMatchObject(err({ code: 'complaint_changed' }));
    const begun = value(await complaints.replace({ ...asked, revision: sent.revision }));
    const replacement = begun.replacement?.operationId ?? '';
    await settled(shop, replacement);
    const bought = value(await orders.read({ operationId: replacement })).order;
    expect(bought).toMatchObject({ quantity: 1, makesGoodFor: { operationId, soldCardId: first } });
    expect(bought.charge).toMatchObject({ source: 'makesGood' });
    expect(Number(bought.charge.total.amount)).toBe(0);
    expect(bought.charge.margin).toBe(`-${Number(bought.total?.amount)}`);
    const [after] = value(await complaints.list({ show: 'all', operationId })).items.filter(
      ({ id }) => id === opened.id,
    );
    expect(after).toMatchObject({ state: 'replaced', replacement: { operationId: replacement, state: 'completed' } });

    const report = value(await day.close({}));
    expect(report.totals).toMatchObject({ sales: 2, cards: 3 });
    expect(report.replacements).toMatchObject({ sales: 1, cards: 1, cost: [bought.total] });
    expect(report.complaints).toMatchObject({ count: 1, items: [{ operationId, sent: false }] });
    await comes(shop, 'cashier');
    expect(value(await day.z({ name: '1-1' })).replacements).toMatchObject({ sales: 1, cost: null, margin: null });
  });

  it('tell the service’s support what it needs, by the clipboard and as a file, and keep codes and secrets out', async () => {
    const files: { name: string; text: string }[] = [];
    const shop = await enrolledApp(service, {
      saveFile: (name, text) => {
        files.push({ name, text: text.toString() });
        return Promise.resolve(true);
      },
    });
    const { complaints } = shop.app.handlers;
    const { operationId, codes, invoiceId } = await sold(shop);
    const secrets = await codesOf(shop, operationId);
    const soldCardId = codes[0]?.soldCardId ?? '';
    for (const secret of secrets) {
      const spaced = secret.split('').join(' ');
      expect(await complaints.open({ operationId, soldCardId, reason: 'other', note: `it says ${spaced}` })).toEqual(
        err({ code: 'note_holds_code', field: 'note' }),
      );
    }
    const { id } = value(
      await complaints.open({ operationId, soldCardId, reason: 'not_accepted', note: 'الشبكة ترفضه' }),
    );
    expect(value(await complaints.save({ id }))).toEqual({ saved: 'here', file: null });
    value(await complaints.copy({ id }));
    const [file] = files;
    expect(file?.name).toMatch(/^counterfoil-complaint-\d{4}-\d{2}-\d{2}-[0-9a-f]{8}\.txt$/);
    expect(shop.clipboard.text).toBe(file?.text);
    expect(shop.clipboard.secret).toBe(false);
    for (const part of [operationId, soldCardId, invoiceId ?? 'none', 'X-Request-Id: ', 'First shown'])
      expect(file?.text).toContain(part);
    for (const secret of [...secrets, ...Object.values(pins), ...Object.values(names)])
      expect(file?.text).not.toContain(secret);
    const kept = filesOf(shop.dataDirectory);
    for (const secret of secrets) expect(kept).not.toContain(secret);
  });

  it('are open without a network, and a replacement is not sent then', async () => {
    const shop = await enrolledApp(service, {});
    const { complaints, orders } = shop.app.handlers;
    const { operationId, codes } = await sold(shop);
    shop.plug.connected = false;
    const soldCardId = codes[0]?.soldCardId ?? '';
    const { id, revision } = value(await complaints.open({ operationId, soldCardId, reason: 'other' }));
    const begun = value(await complaints.replace({ id, revision, besidesPending: true, afterRestore: false }));
    expect(begun.state).toBe('open');
    const replacement = begun.replacement?.operationId ?? '';
    const close = { id, revision: begun.revision };
    expect(await complaints.close(close)).toMatchObject(err({ code: 'replacement_pending' }));
    // The attempt that never left ends first.
    await until('a cancelled replacement', async () => (await orders.cancel({ operationId: replacement })).ok);
    expect(value(await complaints.close(close)).state).toBe('closed');
  });
});
