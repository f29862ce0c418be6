import { groupThousands } from '../../src-shared/money/group-thousands.ts';
import './money.css';

const leftToRightIsolate = '\u2066';
const popDirectionalIsolate = '\u2069';
const noBreakSpace = '\u00a0';

/** An amount as the service wrote it, with grouped thousands; digits first in every language. Never parsed back. */
export function Money({ amount, currency, strong = false }: { amount: string; currency: string; strong?: boolean }) {
  return (
    <bdi dir="ltr" className={strong ? 'money money--strong' : 'money'}>
      {groupThousands(amount)} <span className="money__currency">{currency}</span>
    </bdi>
  );
}

/**
 * For a sentence: one left-to-right unit in every language (UAX 9, isolates), as `Money` draws it, and never broken
 * over two lines.
 */
export function moneyText(amount: string, currency: string): string {
  return `${leftToRightIsolate}${groupThousands(amount)}${noBreakSpace}${currency}${popDirectionalIsolate}`;
}
