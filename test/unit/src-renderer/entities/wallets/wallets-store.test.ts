import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useWallets } from '../../../../../src-renderer/entities/wallets/wallets-store.ts';
import { initialPreferences } from '../../../../../src-shared/contract/initial-preferences.ts';

const view = { items: [], readAt: '2026-11-21T08:00:00Z' };
const kept = vi.fn();
const said = vi.fn();

beforeEach(() => {
  useWallets.setState(useWallets.getInitialState(), true);
  kept.mockResolvedValue({ ok: true, value: null });
  const preferences = { read: () => Promise.resolve({ ok: true, value: initialPreferences }) };
  vi.stubGlobal('window', { counter: { wallets: { read: kept, list: said }, preferences } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

it('asks the service once, whoever needs the wallets', async () => {
  said.mockResolvedValue({ ok: true, value: view });
  await useWallets.getState().loadOnce();
  await useWallets.getState().loadOnce();
  expect(said).toHaveBeenCalledOnce();
  expect(useWallets.getState().view).toEqual(view);
});

it('asks again for whoever needs the wallets where none came before', async () => {
  said.mockResolvedValueOnce({ ok: false, error: { code: 'service_unreachable' } });
  await useWallets.getState().loadOnce();
  said.mockResolvedValueOnce({ ok: true, value: view });
  await useWallets.getState().loadOnce();
  expect(useWallets.getState()).toMatchObject({ view, failure: null });
});

it('asks the service although what is kept here was read before', async () => {
  kept.mockResolvedValue({ ok: true, value: view });
  await useWallets.getState().readKept();
  said.mockResolvedValue({ ok: true, value: view });
  await useWallets.getState().loadOnce();
  expect(said).toHaveBeenCalledOnce();
  expect(kept).toHaveBeenCalledOnce();
});
