import { useText } from '../../app/i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import './risk.css';

/** What may go wrong, said before the choice and again at its confirmation. */
export function Risk({ children }: { children: string }) {
  const text = useText();
  return <p className="risk"><Icon name="alert" size={18} /><span><strong>{text('decision.risk')}</strong> {children}</span></p>;
}
