import './money.css';

/** An amount as the service wrote it, with grouped thousands; digits first in both languages. Never parsed back. */
export function Money({ amount, currency, strong = false }: { amount: string; currency: string; strong?: boolean }) {
  return (
    <bdi dir="ltr" className={strong ? 'money money--strong' : 'money'}>
      {groupThousands(amount)} <span className="money__currency">{currency}</span>
    </bdi>
  );
}

/** Text only: the value stays the exact decimal string it was. */
export function groupThousands(amount: string): string {
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}
