import { describe, expect, it } from 'vitest';
import type { OpenDeployment } from '../../../../../src-main/app/counter/open-deployment.ts';
import { createScreen } from '../../../../../src-main/app/counter/screen.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import type { Place } from '../../../../../src-shared/contract/screen.ts';

const place: Place = { area: 'orders', openOrderId: null, codesOf: null, walletId: null, sale: null, tray: [] };

/** Only what the screen looks at of a deployment. */
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

function screenAt(open: OpenDeployment | null) {
  const notices: unknown[] = [];
  let current = open;
  const screen = createScreen(
    () => current,
    (notice, payload) => notices.push({ [notice]: payload }),
    () => 0,
  );
  return {
    screen,
    notices,
    become: (next: OpenDeployment | null) => {
      current = next;
    },
  };
}

describe('the lock', () => {
  it('closes once and opens once, each with a notice', () => {
    const { screen, notices } = screenAt(deployment(0, 0));
    screen.lock();
    screen.lock();
    expect(screen.isLocked()).toBe(true);
    screen.unlock();
    screen.unlock();
    expect(screen.isLocked()).toBe(false);
    expect(notices).toEqual([{ lockChanged: { locked: true } }, { lockChanged: { locked: false } }]);
  });

  it('has nothing to close where no deployment is open', () => {
    const { screen, notices } = screenAt(null);
    screen.lock();
    expect([screen.isLocked(), notices]).toEqual([false, []]);
  });
});

describe('the place of the page', () => {
  it('is kept for the deployment that was open, and for no other', () => {
    const { screen, become } = screenAt(deployment(0, 0));
    expect(screen.place()).toBeNull();
    screen.keepPlace(place);
    expect(screen.place()).toEqual(place);
    become(deployment(0, 0));
    expect(screen.place()).toBeNull();
  });

  it('is the sale itself once a sale was begun, whether or not the page lived to hear of it', () => {
    const { screen } = screenAt(deployment(0, 0));
    screen.watch('the-sale');
    expect(screen.place()).toBeNull();
    screen.keepPlace(place);
    screen.watch('the-sale');
    expect(screen.place()).toEqual({ ...place, sale: { kind: 'watch', operationId: 'the-sale' } });
  });
});

describe('the end of the counter', () => {
  it('is granted at once where everything is settled, or nothing is open', () => {
    expect(screenAt(deployment(0, 0)).screen.mayQuit()).toBe(true);
    expect(screenAt(null).screen.mayQuit()).toBe(true);
  });

  it.each([
    [2, 0],
    [0, 1],
    [3, 4],
  ])('waits for a word where %i sales are pending and the codes of %i wait', (pending, codesWaiting) => {
    const { screen, notices } = screenAt(deployment(pending, codesWaiting));
    expect(screen.mayQuit()).toBe(false);
    expect(notices).toEqual([{ quitAsked: { pending, codesWaiting } }]);
  });

  it('is granted when it is asked for again: a page that does not answer holds nobody', () => {
    const { screen } = screenAt(deployment(1, 0));
    expect([screen.mayQuit(), screen.mayQuit()]).toEqual([false, true]);
  });

  it('is asked about anew after the person chose to stay', () => {
    const { screen } = screenAt(deployment(1, 0));
    screen.mayQuit();
    screen.stay();
    expect(screen.mayQuit()).toBe(false);
  });

  it('is granted where the records cannot be read', () => {
    expect(screenAt(deployment(1, 0, true)).screen.mayQuit()).toBe(true);
  });
});
