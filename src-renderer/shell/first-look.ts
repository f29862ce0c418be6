import { themes } from '../../src-shared/contract/choices.ts';
import { isLanguage } from '../../src-shared/words/languages.ts';
import { useSession } from '../base/stores/session-store.ts';
import { useTheme } from '../base/stores/theme-store.ts';

/** What main wrote into the page that it serves: how it looked last and how it begins, before main can be asked. */
export function takeFirstLook({ language = '', theme, firstRun }: DOMStringMap): void {
  if (isLanguage(language)) useSession.setState({ language });
  const known = themes.find((each) => each === theme);
  if (known !== undefined) useTheme.setState({ theme: known });
  useSession.setState({ isFirstRun: firstRun !== undefined });
}
