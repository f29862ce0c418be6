import { describe, expect, it, vi } from 'vitest';
import { viewOf } from '../../../../src-main/orders/views/order-view.ts';
import { timelineOf } from '../../../../src-main/orders/views/timeline.ts';
import { barcodeDigests } from '../../../../src-main/preferences/barcodes.ts';
import { openPreferences } from '../../../../src-main/preferences/preferences.ts';
import { previewReceipt, printReceipt } from '../../../../src-main/receipts/prints.ts';
import { canariesIn, canariesBelow } from '../../../support/canaries.ts';
import { soldCardId, walletId } from '../orders/order-samples.ts';
import { codes, completed, newOperationId, refusal, Till, value } from '../orders/till.ts';
import { PaperPrinter, printsAt } from '../receipts/paper-printer.ts';

// Law 6: secrets are sealed at rest and leave only on an explicit reveal. The private key, serial numbers and vouchers
// are looked for as UTF-8, UTF-16, base64 and hex. The enrolment's token and challenge have such a test beside the
// enrolment.

const secretCodes = new Map(
  codes.flatMap(({ serialNumber, voucher }) => [serialNumber, voucher]).map((text) => [text, Buffer.from(text)]),
);

/**
 * A whole working day: bought, lost, refused, unverified, revealed, copied, handed over. Gives all that came out
 * without being asked for.
 */
async function workingDay(till: Till): Promise<readonly unknown[]> {
  const shown: unknown[] = [];
  const { orders, reveals, localRecords } = till.counter;
  localRecords.onOrderChanged((operationId) => {
    const facts = localRecords.records.find(operationId);
    shown.push(
      facts === null ? null : viewOf(operationId, facts, till.clock.nowMs()),
      timelineOf(localRecords.records.events(operationId)),
    );
  });
  const [bought, tampered, strange, lost] = [till.place(), till.place(), till.place(), till.place()];
  till.service.script(
    completed(bought),
    { ...completed(tampered), tampered: true },
    completed(newOperationId()),
    completed(lost, { soldCards: undefined }),
    { status: 200, body: { items: codes } },
    { status: 200, body: codes[0] },
    { ...refusal(404, 'card_not_found'), headers: { 'x-request-id': 'request-2' } },
    { status: 200, body: { soldCardId: soldCardId(9), voucher: codes[0]?.voucher } },
  );
  for (const operationId of [bought, tampered, strange, lost]) shown.push(await orders.resume(operationId, 0, 'now'));
  value(await reveals.show(bought));
  value(reveals.copy(bought, soldCardId(1), 'voucher'));
  shown.push(
    await printReceipt(printsAt(till, new PaperPrinter()), { operationIds: [bought], language: 'ar', withCodes: true }),
  );
  shown.push(
    previewReceipt(printsAt(till, null), { operationIds: [bought], language: 'en', withCodes: true }),
    reveals.handOver(bought),
  );
  value(await reveals.show(lost));
  value(await reveals.revealCard(walletId, soldCardId(1)));
  shown.push(await reveals.revealCard(walletId, soldCardId(2)), await reveals.revealCard(walletId, soldCardId(3)));
  shown.push(pairScanned(till));
  shown.push(localRecords.journal.events(), value(localRecords.journal.projectedPage({ limit: 50 })));
  return shown;
}

/** A voucher that was scanned in the place of the barcode on the card. */
function pairScanned({ directory, counter }: Till): unknown {
  const digestOf = barcodeDigests(counter.vault);
  return openPreferences(directory, digestOf).change({
    pairedBarcodes: { [digestOf(codes[0]?.voucher ?? '')]: soldCardId(1) },
  });
}

describe('law 6: secrets are sealed at rest', () => {
  it('are in no file of the data folder, in no output, event, view, timeline or error', async () => {
    const printed: string[] = [];
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0),
    );
    const till = await Till.open();
    const shown = await workingDay(till);
    const keys = new Map(till.secrets.map((bytes, index) => [`random key ${index}`, bytes]));
    spies.forEach((spy) => spy.mockRestore());
    expect(keys.size).toBeGreaterThan(5);
    const secrets = new Map([...secretCodes, ...keys]);
    expect(canariesIn(Buffer.from(JSON.stringify(shown)), secrets)).toEqual([]);
    expect(canariesIn(Buffer.from(printed.join('')), secrets)).toEqual([]);
    expect(canariesBelow(till.directory, secrets)).toEqual([]);
    till.close();
    expect(canariesBelow(till.directory, secrets)).toEqual([]);
  });

  it('would be found: the codes come out of the reveal and nowhere else', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    const shown = Buffer.from(JSON.stringify(value(await till.counter.reveals.show(operationId))));
    expect(canariesIn(shown, secretCodes)).toHaveLength(4);
  });

  it('never go into an address: the wire carries ids alone', async () => {
    const till = await Till.open();
    await workingDay(till);
    const targets = Buffer.from(
      till.service.seen.map(({ target, headers }) => `${target} ${JSON.stringify(headers)}`).join('\n'),
    );
    expect(canariesIn(targets, secretCodes)).toEqual([]);
  });
});
