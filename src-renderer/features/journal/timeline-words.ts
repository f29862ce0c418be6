import { orderStates, unverifiedReasons } from '../../../src-preload/contract/codes.ts';
import type { OrderDetail } from '../../../src-preload/contract/schemas.ts';
import { en } from '../../app/i18n/en.ts';
import type { MessageKey } from '../../app/i18n/en.ts';
import type { Text } from '../../app/i18n/use-text.ts';
import { groupThousands } from '../../ui/money.tsx';

type Entry = OrderDetail['timeline'][number];

export interface TimelineWords {
  readonly says: string;
  readonly notes: readonly string[];
  readonly requestId: string | undefined;
}

const plainKinds = ['notSent', 'answerKept', 'answerUnverified', 'noAnswer', 'failed', 'refused', 'cancelled', 'keptWanted', 'codesCopied', 'handedOver', 'attention'] as const;

/** One entry of the journal in words. A kind this version does not know is named rather than dropped. */
export function wordsOf({ kind, facts }: Entry, text: Text): TimelineWords {
  const string = (name: string): string | undefined => (typeof facts[name] === 'string' ? facts[name] : undefined);
  const number = (name: string): number | undefined => (typeof facts[name] === 'number' ? facts[name] : undefined);
  const notes = [codeNote(string('code'), text), reasonNote(string('reason'), text), waitNote(number('retryAfterSeconds'), text), statusNote(number('httpStatus'), text)];
  return { says: sentenceOf(kind, string, number, text), notes: notes.filter((note) => note !== undefined), requestId: string('requestId') };
}

function sentenceOf(kind: string, string: (name: string) => string | undefined, number: (name: string) => number | undefined, text: Text): string {
  switch (kind) {
    case 'intended':
      return text('timeline.intended', { quantity: number('quantity') ?? 0, total: groupThousands(string('total') ?? ''), currency: string('currency') ?? '' });
    case 'attempt': {
      const key = `timeline.attempt.${string('call') ?? ''}`;
      return text(isMessage(key) ? key : 'timeline.attempt');
    }
    case 'judged': {
      const state = orderStates.find((each) => each === string('outcome'));
      return state === undefined ? text('timeline.judged') : text('timeline.judged.state', { state: text(`state.${state}.name`) });
    }
    case 'completed':
      return text('timeline.completed', { units: number('units') ?? 0 });
    case 'codesShown':
      return text('timeline.codesShown', { count: number('count') ?? 0 });
    default: {
      const plain = plainKinds.find((each) => each === kind);
      return plain === undefined ? text('timeline.other', { kind }) : text(`timeline.${plain}`);
    }
  }
}

function codeNote(code: string | undefined, text: Text): string | undefined {
  const key = `failure.${code ?? ''}.says`;
  return isMessage(key) ? text(key) : code === undefined ? undefined : text('timeline.reason', { reason: code });
}

function reasonNote(reason: string | undefined, text: Text): string | undefined {
  const unverified = unverifiedReasons.find((each) => each === reason);
  return unverified === undefined ? codeNote(reason, text) : text('timeline.reason', { reason: text(`unverified.${unverified}`) });
}

function waitNote(seconds: number | undefined, text: Text): string | undefined {
  return seconds === undefined ? undefined : text('timeline.waitSeconds', { seconds });
}

function statusNote(status: number | undefined, text: Text): string | undefined {
  return status === undefined ? undefined : text('timeline.httpStatus', { status });
}

function isMessage(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}
