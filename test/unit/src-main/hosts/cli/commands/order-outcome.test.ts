import { expect, it } from 'vitest';
import { sayForStaff } from '../../../../../../src-main/hosts/cli/commands/order-layout.ts';
import { languageCodes, type Language } from '../../../../../../src-shared/words/languages.ts';
import { terminalText } from '../../../../../../src-shared/words/main-text.ts';
import { completedVerdict, History, intendedAtMs, operationId } from '../../../orders/order-samples.ts';

function saidOf(history: History, language: Language): readonly string[] {
  const said: string[] = [];
  sayForStaff(
    {
      text: terminalText(language),
      say: (sentence) => said.push(sentence),
      nowMs: () => intendedAtMs,
    },
    operationId,
    history.facts,
  );
  return said;
}

it.each(languageCodes)(
  'says in the language of the reader what the service’s staff must hear of an order: %s',
  (language) => {
    const exhausted = new History().judged({ outcome: 'accepted', recoveryExhausted: true });
    expect(saidOf(exhausted, language)).toEqual([`${operationId}: ${terminalText(language)('story.staff.exhausted')}`]);
    expect(saidOf(new History().judged({ outcome: 'accepted', recoveryExhausted: false }), language)).toEqual([]);
    expect(saidOf(exhausted.judged(completedVerdict()), language)).toEqual([]);
  },
);
