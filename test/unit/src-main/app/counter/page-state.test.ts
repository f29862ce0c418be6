import { describe, expect, it } from 'vitest';
import type { OpenDeployment } from '../../../../../src-main/app/counter/open-deployment.ts';
import { createPageState } from '../../../../../src-main/app/counter/page-state.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import type { OpenWork } from '../../../../../src-shared/contract/screen.ts';

const openWork: OpenWork = { area: 'orders', openOrderId: null, codesOf: null, walletId: null, sale: null, tray: [] };

/** Only what the page state looks at of a deployment. */
function deployment(pending: number, codesWaiting: number, broken = false, baskets = ''): OpenDeployment {
  const records = {
    pending: () => {
      if (broken) throw new JournalUnavailable({ code: 'journal_corrupt' });
      return Array.from({ length: pending });
    },
    page: () => ok({ operationIds: Array.from({ length: codesWaiting }, (_, index) => index) }),
    find: (index: number) => ({ intent: baskets[index] === undefined ? {} : { basket: baskets[index] } }),
  };
  return {
    mode: 'deployment',
    name: null,
    localRecords: ok({ records }),
    counter: err({ code: 'not_enrolled' }),
    runner: null,
    preferences: null,
    sandbox: null,
  } as never;
}

function pageStateAt(open: OpenDeployment | null) {
  const notices: unknown[] = [];
  let current = open;
  const pageState = createPageState(
    () => current,
    (notice, payload) => notices.push({ [notice]: payload }),
    () => 0,
  );
  return {
    pageState,
    notices,
    become: (next: OpenDeployment | null) => {
      current = next;
    },
  };
}

describe('the lock', () => {
  it('closes once and opens once, each with a notice', () => {
    const { pageState, notices } = pageStateAt(deployment(0, 0));
    pageState.lock();
    pageState.lock();
    expect(pageState.isLocked()).toBe(true);
    pageState.unlock();
    pageState.unlock();
    expect(pageState.isLocked()).toBe(false);
    expect(notices).toEqual([{ lockChanged: { locked: true } }, { lockChanged: { locked: false } }]);
  });

  it('has nothing to close where no deployment is open', () => {
    const { pageState, notices } = pageStateAt(null);
    pageState.lock();
    expect([pageState.isLocked(), notices]).toEqual([false, []]);
  });
});

describe('the work that the page has open', () => {
  it('is kept for the deployment that was open, and for no other', () => {
    const { pageState, become } = pageStateAt(deployment(0, 0));
    expect(pageState.openWork()).toBeNull();
    pageState.keepOpenWork(openWork);
    expect(pageState.openWork()).toEqual(openWork);
    become(deployment(0, 0));
    expect(pageState.openWork()).toBeNull();
  });

  it('is the sale itself once a sale was begun, whether or not the page lived to hear of it', () => {
    const { pageState } = pageStateAt(deployment(0, 0));
    pageState.watch('the-sale');
    expect(pageState.openWork()).toBeNull();
    pageState.keepOpenWork(openWork);
    pageState.watch('the-sale');
    expect(pageState.openWork()).toEqual({ ...openWork, sale: { kind: 'watch', operationId: 'the-sale' } });
  });
});

describe('the end of the counter', () => {
  it('is granted at once where everything is settled, or nothing is open', () => {
    expect(pageStateAt(deployment(0, 0)).pageState.mayQuit()).toBe(true);
    expect(pageStateAt(null).pageState.mayQuit()).toBe(true);
  });

  it.each([
    [2, 0],
    [0, 1],
    [3, 4],
  ])('waits for a word where %i sales are pending and the codes of %i wait', (pending, codesWaiting) => {
    const { pageState, notices } = pageStateAt(deployment(pending, codesWaiting));
    expect(pageState.mayQuit()).toBe(false);
    expect(notices).toEqual([{ quitAsked: { pending, codesWaiting } }]);
  });

  it('counts the codes of one basket once, as one sheet hands them over', () => {
    const { pageState, notices } = pageStateAt(deployment(0, 6, false, 'aabab'));
    expect(pageState.mayQuit()).toBe(false);
    expect(notices).toEqual([{ quitAsked: { pending: 0, codesWaiting: 3 } }]);
  });

  it('is granted when it is asked for again: a page that does not answer holds nobody', () => {
    const { pageState } = pageStateAt(deployment(1, 0));
    expect([pageState.mayQuit(), pageState.mayQuit()]).toEqual([false, true]);
  });

  it('is asked about anew after the person chose to stay', () => {
    const { pageState } = pageStateAt(deployment(1, 0));
    pageState.mayQuit();
    pageState.stay();
    expect(pageState.mayQuit()).toBe(false);
  });

  it('is granted where the records cannot be read', () => {
    expect(pageStateAt(deployment(1, 0, true)).pageState.mayQuit()).toBe(true);
  });
});
