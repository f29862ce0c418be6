import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openState } from '../../../../src-sandbox/state/service-state.ts';

const open = (dir: string) =>
  openState({ dir, nativeBinding: undefined, activatesByItself: true, nowMs: Date.UTC(2026, 10, 21) });
const freshFolder = () => mkdtempSync(join(tmpdir(), 'sandbox-state-'));

describe('prices', () => {
  it('move by a factor for one card or for all, and stay moved', () => {
    const dir = freshFolder();
    const state = open(dir);
    const [one, other] = state.catalogue.cards;
    if (one === undefined || other === undefined) throw new Error('no cards');
    const times = (opened: typeof state) =>
      [one, other].map((card) => opened.prices.faceUsdOf(card).div(card.faceUsd).toNumber());
    expect(times(state)).toEqual([1, 1]);
    state.prices.set(one.id, '2');
    expect(times(state)).toEqual([2, 1]);
    state.close();
    const again = open(dir);
    expect(times(again)).toEqual([2, 1]);
    again.prices.set(undefined, '0.5');
    expect(times(again)).toEqual([0.5, 0.5]);
    again.close();
  });

  it('are as at first in a folder from before they could move', () => {
    const dir = freshFolder();
    const partnerId = partnerIn(dir);
    const db = new Database(join(dir, 'service.sqlite'));
    const later = [
      ['keys', 'suspended'],
      ['keys', 'generation'],
      ['invitations', 'generation'],
      ['wallets', 'granted'],
      ['wallets', 'dailyLimitThousandths'],
      ['wallets', 'allowanceThousandths'],
    ];
    for (const [table = '', column = ''] of later) db.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    db.exec(
      "DROP TABLE prices; DELETE FROM settings WHERE name IN ('starts', 'serviceKeyRing', 'staff', 'catalogueCards');",
    );
    db.pragma('user_version = 1');
    db.close();
    const state = open(dir);
    expect([
      state.settings.get('partnerId'),
      state.settings.get('serviceKeyRing'),
      state.prices.faceUsdOf(firstCardOf(state)).eq(firstCardOf(state).faceUsd),
    ]).toEqual([partnerId, '', true]);
    state.close();
  });
});

function partnerIn(dir: string): string {
  const state = open(dir);
  const partnerId = state.settings.get('partnerId');
  state.close();
  return partnerId;
}

function firstCardOf(state: ReturnType<typeof open>) {
  const [card] = state.catalogue.cards;
  if (card === undefined) throw new Error('no cards');
  return card;
}
