import { describe, expect, it } from 'vitest';
import { createDesk } from '../../../../src-main/app/desk.ts';
import type { OpenDeployment } from '../../../../src-main/app/open-deployment.ts';
import { err, ok } from '../../../../src-main/core/result.ts';
import { JournalUnavailable } from '../../../../src-main/journal/journal-failure.ts';
import type { Place } from '../../../../src-shared/contract/desk.ts';

const place: Place = { area: 'orders', openOrderId: null, codesOf: null, walletId: null, sale: null, tray: [] };

/** Only what a desk looks at of a deployment. */
function deployment(pending: number, codesWaiting: number, broken = false): OpenDeployment {
  const records = {
    pending: () => {
      if (broken) throw new JournalUnavailable({ code: 'journal_corrupt' });
      return Array.from({ length: pending });
    },
    page: () => ok({ operationIds: Array.from({ length: codesWaiting }) }),
  };
  return {
    mode: 'deployment',
    name: null,
    local: ok({ records }),
    counter: err({ code: 'not_enrolled' }),
    runner: null,
    preferences: null,
    sandbox: null,
  } as never;
}

function deskAt(open: OpenDeployment | null) {
  const notices: unknown[] = [];
  let current = open;
  const desk = createDesk(
    () => current,
    (notice, payload) => notices.push({ [notice]: payload }),
    () => 0,
  );
  return {
    desk,
    notices,
    become: (next: OpenDeployment | null) => {
      current = next;
    },
  };
}

describe('the lock', () => {
  it('closes once and opens once, each with a notice', () => {
    const { desk, notices } = deskAt(deployment(0, 0));
    desk.lock();
    desk.lock();
    expect(desk.isLocked()).toBe(true);
    desk.unlock();
    desk.unlock();
    expect(desk.isLocked()).toBe(false);
    expect(notices).toEqual([{ lockChanged: { locked: true } }, { lockChanged: { locked: false } }]);
  });

  it('has nothing to close where no deployment is open', () => {
    const { desk, notices } = deskAt(null);
    desk.lock();
    expect([desk.isLocked(), notices]).toEqual([false, []]);
  });
});

describe('the place of the page', () => {
  it('is kept for the deployment that was open, and for no other', () => {
    const { desk, become } = deskAt(deployment(0, 0));
    expect(desk.place()).toBeNull();
    desk.keepPlace(place);
    expect(desk.place()).toEqual(place);
    become(deployment(0, 0));
    expect(desk.place()).toBeNull();
  });

  it('is the sale itself once a sale was begun, whether or not the page lived to hear of it', () => {
    const { desk } = deskAt(deployment(0, 0));
    desk.watch('the-sale');
    expect(desk.place()).toBeNull();
    desk.keepPlace(place);
    desk.watch('the-sale');
    expect(desk.place()).toEqual({ ...place, sale: { kind: 'watch', operationId: 'the-sale' } });
  });
});

describe('the end of the counter', () => {
  it('is granted at once where everything is settled, or nothing is open', () => {
    expect(deskAt(deployment(0, 0)).desk.mayQuit()).toBe(true);
    expect(deskAt(null).desk.mayQuit()).toBe(true);
  });

  it.each([
    [2, 0],
    [0, 1],
    [3, 4],
  ])('waits for a word where %i sales are pending and the codes of %i wait', (pending, codesWaiting) => {
    const { desk, notices } = deskAt(deployment(pending, codesWaiting));
    expect(desk.mayQuit()).toBe(false);
    expect(notices).toEqual([{ quitAsked: { pending, codesWaiting } }]);
  });

  it('is granted when it is asked for again: a page that does not answer holds nobody', () => {
    const { desk } = deskAt(deployment(1, 0));
    expect([desk.mayQuit(), desk.mayQuit()]).toEqual([false, true]);
  });

  it('is asked about anew after the person chose to stay', () => {
    const { desk } = deskAt(deployment(1, 0));
    desk.mayQuit();
    desk.stay();
    expect(desk.mayQuit()).toBe(false);
  });

  it('is granted where the records cannot be read', () => {
    expect(deskAt(deployment(1, 0, true)).desk.mayQuit()).toBe(true);
  });
});
