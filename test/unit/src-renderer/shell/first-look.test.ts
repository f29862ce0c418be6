import { beforeEach, expect, it } from 'vitest';
import { useSession } from '../../../../src-renderer/base/stores/session-store.ts';
import { useTheme } from '../../../../src-renderer/base/stores/theme-store.ts';
import { takeFirstLook } from '../../../../src-renderer/shell/first-look.ts';

beforeEach(() => {
  useSession.setState({ language: 'en', isFirstRun: false });
  useTheme.setState({ theme: 'system' });
});

const look = () => [useSession.getState().language, useTheme.getState().theme];

it('a page begins in the language and theme that main wrote into it', () => {
  takeFirstLook({ language: 'ar', theme: 'dark' });
  expect(look()).toEqual(['ar', 'dark']);
});

it('a page begins with the first run where main wrote that, and there alone', () => {
  takeFirstLook({ firstRun: '' });
  expect(useSession.getState().isFirstRun).toBe(true);
  takeFirstLook({});
  expect(useSession.getState().isFirstRun).toBe(false);
});

it.each([{}, { language: 'xx', theme: 'blue' }, { language: 'constructor', theme: 'constructor' }])(
  'a page begins as the browser says where main wrote nothing known: %j',
  (written) => {
    takeFirstLook(written);
    expect(look()).toEqual(['en', 'system']);
  },
);
