import { expect, it } from 'vitest';
import { readArguments } from '../../../../../../src-main/hosts/cli/arguments.ts';
import { sayForStaff } from '../../../../../../src-main/hosts/cli/commands/order-outcome.ts';
import { words } from '../../../../../../src-shared/words/words.ts';
import { completedVerdict, History, intendedAtMs, operationId } from '../../../orders/order-samples.ts';
import { value } from '../../../orders/till.ts';

function saidOf(history: History, language: 'ar' | 'en'): readonly string[] {
  const said: string[] = [];
  sayForStaff(
    {
      args: value(readArguments(['--language', language])),
      say: (sentence) => said.push(sentence),
      nowMs: () => intendedAtMs,
    },
    operationId,
    history.facts,
  );
  return said;
}

it.each(['ar', 'en'] as const)(
  'says in the language of the reader what the service’s staff must hear of an order: %s',
  (language) => {
    const exhausted = new History().judged({ outcome: 'accepted', recoveryExhausted: true });
    expect(saidOf(exhausted, language)).toEqual([`${operationId}: ${words[language]['story.staff.exhausted']}`]);
    expect(saidOf(new History().judged({ outcome: 'accepted', recoveryExhausted: false }), language)).toEqual([]);
    expect(saidOf(exhausted.judged(completedVerdict()), language)).toEqual([]);
  },
);
