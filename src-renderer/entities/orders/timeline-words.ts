import { orderStates, unverifiedReasons } from '../../../src-shared/contract/codes.ts';
import type { OrderDetail } from '../../../src-shared/contract/schemas.ts';
import { isMessage } from '../../../src-shared/words/page-messages.ts';
import type { Text } from '../../base/i18n/use-text.ts';
import { moneyText } from '../../ui/money.tsx';

type Entry = OrderDetail['timeline'][number];

export interface TimelineWords {
  readonly says: string;
  readonly notes: readonly string[];
  readonly requestId: string | undefined;
}

/** One entry of the journal in words. */
export function wordsOf({ kind, facts }: Entry, text: Text): TimelineWords {
  const string = (name: string): string | undefined => (typeof facts[name] === 'string' ? facts[name] : undefined);
  const number = (name: string): number | undefined => (typeof facts[name] === 'number' ? facts[name] : undefined);
  const notes = [
    codeNote(string('code'), text),
    reasonNote(string('reason'), text),
    statusNote(number('httpStatus'), text),
    referenceNote(string('sentReference'), text),
    reprintNote(string('reprintReason'), text),
    personsReason(string('note'), text),
  ];
  const said = notes.filter((note) => note !== undefined);
  return { says: sentenceOf(kind, string, number, text), notes: [...new Set(said)], requestId: string('requestId') };
}

function sentenceOf(
  kind: Entry['kind'],
  string: (name: string) => string | undefined,
  number: (name: string) => number | undefined,
  text: Text,
): string {
  switch (kind) {
    case 'intended':
      return text('timeline.intended', {
        quantity: number('quantity') ?? 0,
        total: moneyText(string('total') ?? '', string('currency') ?? '', text),
      });
    case 'attempt': {
      const key = `timeline.attempt.${string('call') ?? ''}`;
      return text(isMessage(key) ? key : 'timeline.attempt');
    }
    case 'decided': {
      const key = `timeline.decided.${string('choice') ?? ''}`;
      return text(isMessage(key) ? key : 'timeline.decided');
    }
    case 'judged':
      return judgedSentence(string('outcome'), text);
    case 'completed':
      return text('timeline.completed', { units: number('units') ?? 0 });
    case 'receiptSent':
      return text(string('with') === 'codes' ? 'timeline.receiptSent.codes' : 'timeline.receiptSent');
    case 'receiptAnswered':
      return text(string('answer') === 'printed' ? 'timeline.receiptAnswered.printed' : 'timeline.receiptAnswered');
    case 'codesRevealed':
    case 'codesShown':
      return text(`timeline.${kind}`, { count: number('count') ?? 0 });
    case 'codesFileSaved':
      return text('timeline.codesFileSaved', { times: number('times') ?? 1 });
    default:
      return text(`timeline.${kind}`);
  }
}

function judgedSentence(outcome: string | undefined, text: Text): string {
  const key = `timeline.judged.${outcome ?? ''}`;
  if (isMessage(key)) return text(key);
  const state = orderStates.find((each) => each === outcome);
  return state === undefined
    ? text('timeline.judged')
    : text('timeline.judged.state', { state: text(`state.${state}.name`) });
}

function codeNote(code: string | undefined, text: Text): string | undefined {
  const key = `failure.${code ?? ''}.says`;
  return isMessage(key) ? text(key) : code === undefined ? undefined : text('timeline.reason', { reason: code });
}

function reasonNote(reason: string | undefined, text: Text): string | undefined {
  const unverified = unverifiedReasons.find((each) => each === reason);
  if (unverified !== undefined) return text('timeline.reason', { reason: text(`unverified.${unverified}`) });
  const key = `timeline.why.${reason ?? ''}`;
  return isMessage(key) ? text(key) : codeNote(reason, text);
}

function statusNote(status: number | undefined, text: Text): string | undefined {
  return status === undefined ? undefined : text('timeline.httpStatus', { status });
}

function reprintNote(reason: string | undefined, text: Text): string | undefined {
  const key = `receipt.reason.${reason ?? ''}`;
  return isMessage(key) ? text('timeline.receiptReason', { reason: text(key) }) : undefined;
}

/** In a person's own words. */
function personsReason(note: string | undefined, text: Text): string | undefined {
  return note === undefined ? undefined : text('timeline.reason', { reason: note });
}

function referenceNote(reference: string | undefined, text: Text): string | undefined {
  return reference === undefined ? undefined : text('timeline.sentReference', { reference });
}
