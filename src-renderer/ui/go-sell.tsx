import { useText } from '../base/i18n/use-text.ts';
import { useSession } from '../base/stores/session-store.ts';
import { useView } from '../base/stores/view-store.ts';
import { Button } from './button.tsx';

/** What fills a list that is empty; only an enrolled counter can. */
export function GoSell() {
  const text = useText();
  const isEnrolled = useSession(({ start }) => start?.enrolment.state === 'active');
  return isEnrolled ? <Button onPress={() => useView.getState().go('sell')}>{text('enrol.goSell')}</Button> : null;
}
