import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../../src-main/journal/event.ts';
import type { PurchaseStep } from '../../../../src-main/orders/records/steps.ts';
import { completed, newOperationId, processing, Till, value, saleWith } from '../orders/till.ts';
import { failDisk } from './failing-disk.ts';

// Law 1: no order request leaves before its intent (exact body bytes) and its attempt (nonce, date, expiry, key,
// address) are durable. A journal that cannot be written durably refuses new sales and says why.

function bodyOf(events: readonly StoredEvent[], kind: string): Readonly<Record<string, unknown>> {
  return events.findLast((event) => event.kind === kind)?.body ?? {};
}

describe('law 1: intent before wire', () => {
  it('has the intent with the very bytes, and the attempt, on the disk when the request arrives', async () => {
    const till = await Till.open();
    const operationId = till.place({ externalReference: 'POS 1' });
    const onDisk: (readonly StoredEvent[])[] = [];
    const bodies: unknown[] = [];
    till.service.script(
      () => {
        onDisk.push(till.durableEvents());
        bodies.push(till.durableBody(operationId));
        return processing(operationId);
      },
      () => {
        onDisk.push(till.durableEvents());
        bodies.push(till.durableBody(operationId));
        return completed(operationId);
      },
    );
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    for (const [index, events] of onDisk.entries()) {
      const seen = till.service.seen[index];
      expect(bodies[index]).toBe(seen?.body.toString('utf8'));
      const attempt = bodyOf(events, 'attempt-started');
      const parameters = seen?.headers['signature-input'] ?? '';
      expect(attempt['url']).toBe(`${till.service.profile.baseUrl}${seen?.target ?? ''}`);
      expect(attempt['nonce']).toBe(seen?.headers['nonce']);
      expect(parameters).toContain(
        `;created=${String(attempt['createdAtSeconds'])}` +
          `;expires=${String(attempt['expiresAtSeconds'])};keyid="${String(attempt['keyId'])}"`,
      );
      expect(attempt['headers']).toContainEqual(['X-Service-Date', seen?.headers['x-service-date']]);
      expect(events.filter(({ kind }) => kind === 'attempt-started')).toHaveLength(index + 1);
    }
    expect(onDisk).toHaveLength(2);
  });

  it('records before the first byte is written', async () => {
    const steps: PurchaseStep[] = [];
    const till = await Till.open({ step: (step) => steps.push(step) });
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    expect(steps.slice(0, 5)).toEqual([
      'before-intent',
      'intent-recorded',
      'sealing-proved',
      'attempt-recorded',
      'request-written',
    ]);
  });

  it('refuses a new sale and says why where the journal cannot be written', async () => {
    const till = await Till.open();
    const disk = failDisk();
    expect(till.counter.orders.place(newOperationId(), saleWith(), { besidesPending: false })).toMatchObject({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'SQLITE_FULL' },
    });
    disk.mend();
    expect(value(till.counter.orders.place(newOperationId(), saleWith(), { besidesPending: false })).attempts).toEqual(
      [],
    );
    expect(till.service.seen).toHaveLength(0);
  });

  it('sends nothing where the attempt cannot be recorded', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const disk = failDisk();
    expect(await till.counter.orders.resume(operationId, 0, 'now')).toMatchObject({
      ok: false,
      error: { code: 'journal_not_writable', operationId },
    });
    disk.mend();
    expect(till.service.seen).toHaveLength(0);
    expect(till.kinds(operationId)).toEqual(['order-intended']);
  });
});
