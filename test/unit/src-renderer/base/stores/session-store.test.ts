import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../../../../src-renderer/base/stores/session-store.ts';
import { useTheme } from '../../../../../src-renderer/base/stores/theme-store.ts';
import type { CallInput, CallResult, StartView } from '../../../../../src-shared/contract/schemas.ts';

const [session, theme] = [useSession.getInitialState(), useTheme.getInitialState()];

/** A main that remembers what it is told, and whose answers to `start` come when the test lets them. */
let answers: (() => void)[] = [];

beforeEach(() => {
  answers = [];
  const settings: Pick<StartView, 'language' | 'theme'> = { language: 'en', theme: 'system' };
  const start = (): Promise<CallResult<StartView>> => {
    const value: StartView = {
      ...settings,
      host: 'electron',
      version: '1.0.0',
      online: true,
      mode: 'none',
      enrolment: { state: 'none' },
    };
    return new Promise((resolve) => answers.push(() => resolve({ ok: true, value })));
  };
  const remember = (part: Partial<CallInput<'app', 'setLanguage'> & CallInput<'app', 'setTheme'>>) =>
    Promise.resolve({ ok: true, value: Object.assign(settings, part) });
  vi.stubGlobal('window', { counter: { app: { start, setLanguage: remember, setTheme: remember } } });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  useSession.setState(session, true);
  useTheme.setState(theme, true);
});
afterEach(() => vi.unstubAllGlobals());

const looks = () => [
  useSession.getState().language,
  useTheme.getState().theme,
  document.documentElement.dataset['theme'],
];

it('a page looks as main remembers it', async () => {
  await window.counter?.app.setLanguage({ language: 'ar' });
  await window.counter?.app.setTheme({ theme: 'dark' });
  const read = useSession.getState().load();
  answers.shift()?.();
  await read;
  expect(looks()).toEqual(['ar', 'dark', 'dark']);
});

it('a language and a theme that are chosen stand, whatever main answers of the time before', async () => {
  const first = useSession.getState().load();
  const second = useSession.getState().load();
  await useSession.getState().setLanguage('ar');
  useTheme.getState().next();
  useTheme.getState().next();
  for (const read of [first, second]) {
    answers.shift()?.();
    await read;
    expect(looks()).toEqual(['ar', 'dark', 'dark']);
    expect(useSession.getState().start).toMatchObject({ mode: 'none' });
  }
});
