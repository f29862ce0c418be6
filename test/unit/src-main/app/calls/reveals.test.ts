import { describe, expect, it } from 'vitest';
import { revealCalls } from '../../../../../src-main/app/calls/reveals.ts';
import { createPageState, type PageState } from '../../../../../src-main/app/counter/page-state.ts';
import { ok } from '../../../../../src-main/core/result.ts';
import { codesStateOf } from '../../../../../src-main/orders/views/order-view.ts';
import { createOneTimePages } from '../../../../../src-main/pages/one-time-pages.ts';
import { createCopiedCodes } from '../../../../../src-main/reveals/driver/copied-codes.ts';
import { initialPreferences } from '../../../../../src-shared/contract/initial-preferences.ts';
import { invoiceId, soldCardId, walletId } from '../../orders/order-samples.ts';
import type { Turn } from '../../orders/scripted-service.ts';
import { codes, completed, Till, value } from '../../orders/till.ts';
import { OneClipboard } from '../counter-app.ts';

const locked = { ok: false, error: { code: 'not_allowed', detail: 'locked' } };

/** The calls at a till: only what they look at of the app. */
async function counterAt() {
  const till = await Till.open();
  const open = {
    counter: ok(till.counter),
    localRecords: ok(till.counter.localRecords),
    preferences: { read: () => initialPreferences },
  };
  const pageState = createPageState(
    () => open as never,
    () => undefined,
    () => 0,
  );
  const pages = createOneTimePages(
    { clock: till.counter.session.clock, randomness: till.counter.session.randomness },
    () => undefined,
  );
  const clipboard = new OneClipboard();
  const context = {
    current: () => open,
    pageState,
    pages,
    ports: { clipboard, clock: till.counter.session.clock },
    copied: createCopiedCodes(clipboard, () => undefined),
    settings: { read: () => ({ language: 'en' }) },
  };
  return { till, pageState, clipboard, calls: revealCalls(context as never) };
}

/** The counter is left, and perhaps come back to, before the answer is here. */
const leftWhile =
  (pageState: PageState, happens: readonly ('lock' | 'unlock')[], body: unknown): Turn =>
  () => {
    for (const step of happens) pageState[step]();
    return { status: 200, body };
  };

describe('codes that come to a counter that was left', () => {
  it.each([[['lock'] as const], [['lock', 'unlock'] as const]])(
    'were shown to nobody, after %s: they lie here until somebody asks again',
    async (happens) => {
      const { till, pageState, calls } = await counterAt();
      const operationId = till.place();
      till.service.script(completed(operationId, { soldCards: [] }), leftWhile(pageState, happens, { items: codes }));
      await till.resume(operationId);
      expect(await calls.show({ operationId })).toEqual(locked);
      expect(till.kinds(operationId).at(-1)).toBe('codes-revealed');
      expect([codesStateOf(till.facts(operationId)), till.facts(operationId).timesCodesOut]).toEqual(['sealed', 0]);
      pageState.unlock();
      expect(value(await calls.show({ operationId })).cards).toHaveLength(2);
      expect(till.service.seen).toHaveLength(2);
    },
  );

  it('were shown to nobody where an owned card or an invoice was asked for by itself', async () => {
    const { till, pageState, calls } = await counterAt();
    till.service.script(leftWhile(pageState, ['lock'], codes[0]), leftWhile(pageState, ['lock'], { items: codes }));
    expect(await calls.revealOwned({ walletId, soldCardId: soldCardId(1) })).toEqual(locked);
    pageState.unlock();
    expect(await calls.revealInvoice({ walletId, invoiceId })).toEqual(locked);
    pageState.unlock();
    expect(till.counter.localRecords.journal.events({ kind: 'codes-shown' })).toEqual([]);
    expect(value(await calls.revealOwned({ walletId, soldCardId: soldCardId(1) })).cards).toHaveLength(1);
    expect(till.service.seen).toHaveLength(2);
  });
});

describe('a copy that the clipboard does not take', () => {
  it('has brought no code out: the codes cannot be handed over unread, and one that works counts', async () => {
    const { till, clipboard, calls } = await counterAt();
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    const copy = () => calls.copy({ operationId, soldCardId: soldCardId(1), part: 'voucher' });
    clipboard.takes = false;
    expect(await copy()).toEqual({ ok: false, error: { code: 'clipboard_unavailable' } });
    expect(till.kinds(operationId).slice(-2)).toEqual(['codes-copied', 'codes-copy-failed']);
    expect(await calls.handOver({ operationId })).toMatchObject({ ok: false, error: { code: 'codes_not_shown' } });
    clipboard.takes = true;
    value(await copy());
    clipboard.takes = false;
    await copy();
    expect(value(await calls.handOver({ operationId })).codesState).toBe('handedOver');
  });
});
