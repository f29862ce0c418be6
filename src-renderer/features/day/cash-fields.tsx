import { useState, type RefObject } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { decimalsOf } from '../../../src-shared/money/currency-decimals.ts';
import { useFocusOnWrong } from '../../base/focus/use-focus-on-wrong.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { typedCash } from '../../base/money/typed-amount.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Disclosed } from '../../ui/disclosure.tsx';
import { Field } from '../../ui/field.tsx';
import { unitOf } from '../../ui/money.tsx';
import { useDay, type Counted } from './day-store.ts';

/** As many as the contract takes. */
const mostCurrencies = 10;

interface Cash {
  readonly currencies: readonly string[];
  readonly typed: Readonly<Record<string, string>>;
  readonly isOpen: boolean;
  /** A wrong amount is said only after a press. */
  readonly wasTried: boolean;
  /** Round its fields: the first wrong one has the keyboard after a press. */
  readonly fields: RefObject<HTMLDivElement | null>;
  type: (currency: string, value: string) => void;
  setOpen: (isOpen: boolean) => void;
  /** What was typed; null where some of it is no amount, which is said at its field from then on. */
  take: () => Counted | null;
  clear: () => void;
}

/** The cash that a person counts, where they do: a field for each currency that this shop has. */
export function useCash(): Cash {
  const currencies = useCurrencies();
  const [typed, setTyped] = useState<Cash['typed']>({});
  const [isOpen, setOpen] = useState(false);
  const [wrong, setWrong] = useState<Failure | null>(null);
  const fields = useFocusOnWrong<HTMLDivElement>(wrong);
  return {
    currencies,
    typed,
    isOpen,
    wasTried: wrong !== null,
    fields,
    setOpen,
    type: (currency, value) => setTyped((now) => ({ ...now, [currency]: value })),
    take: () => {
      const filled = currencies.filter((currency) => isFilled(typed[currency]));
      const counted = filled.flatMap((currency) => {
        const amount = typedCash(typed[currency] ?? '', currency);
        return amount === null ? [] : [{ amount, currency }];
      });
      const isRight = counted.length === filled.length;
      setWrong(isRight ? null : { code: 'input_invalid' });
      if (!isRight) setOpen(true);
      return isRight ? counted : null;
    },
    clear: () => {
      setTyped({});
      setOpen(false);
      setWrong(null);
    },
  };
}

/** Of the wallets, what customers ever paid in, and what the cards on the screen cost them. */
function useCurrencies(): readonly string[] {
  const wallets = useWallets(({ view }) => view?.items);
  const x = useDay((day) => day.x);
  const cards = useCatalogue(({ view }) => view?.cards);
  const prices = (cards ?? []).flatMap(({ charge }) => (charge === undefined ? [] : [charge.price]));
  const paid = [...(x?.totals.charge ?? []), ...(x?.running?.charge ?? [])];
  const all = [...(wallets ?? []), ...paid, ...prices].map(({ currency }) => currency);
  return [...new Set(all)].filter((currency) => currency !== '').slice(0, mostCurrencies);
}

function isFilled(typed: string | undefined): boolean {
  return typed !== undefined && typed.trim() !== '';
}

export function CashFields({ cash }: { cash: Cash }) {
  const text = useText();
  const { currencies, typed, isOpen, wasTried, fields, setOpen, type } = cash;
  if (currencies.length === 0) return null;
  const errorOf = (currency: string): string | undefined => {
    const amount = typed[currency];
    return wasTried && amount !== undefined && isFilled(amount) && typedCash(amount, currency) === null
      ? text('day.cash.invalid', { example: exampleIn(currency) })
      : undefined;
  };
  return (
    <Disclosed title={text('day.cash')} level={3} open={{ isOpen, onChange: setOpen }}>
      <div className="day__cash" ref={fields}>
        <p className="panel__says">{text('day.cash.says')}</p>
        {currencies.map((currency) => (
          <Field
            key={currency}
            label={text('day.cash.amount', { unit: unitOf(currency, text) })}
            value={typed[currency] ?? ''}
            onChange={(value) => type(currency, value)}
            ltr
            maxLength={20}
            error={errorOf(currency)}
          />
        ))}
      </div>
    </Disclosed>
  );
}

function exampleIn(currency: string): string {
  const decimals = decimalsOf(currency);
  return decimals === 0 ? '50' : `50.${'5'.padEnd(decimals, '0')}`;
}
