import { useText } from '../../app/i18n/use-text.ts';
import { useSession } from '../../app/stores/session-store.ts';
import { useView } from '../../app/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';

/** What fills a list that is empty; only an enrolled counter can. */
export function GoSell() {
  const text = useText();
  const isEnrolled = useSession(({ start }) => start?.enrolment.state === 'active');
  return isEnrolled ? <Button onPress={() => useView.getState().go('sell')}>{text('enrol.goSell')}</Button> : null;
}
