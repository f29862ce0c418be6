import { signatureUsedBy } from '../../exchange/kept-answer.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Judged } from '../../partner-api/judge.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { requestIdOf, successOf } from '../../partner-api/problem.ts';
import type { RevealAnswer } from '../machine/decide.ts';
import { credentialsIn } from './credentials.ts';

/** The summary of an answer that the machine decides by. */
export function readRevealAnswer(journal: Pick<Journal, 'meta'>, judged: Judged): RevealAnswer {
  const success = successOf(judged);
  if (!success.ok) return { kind: 'refused', failure: success.error };
  const { value: answer } = success;
  return {
    kind: 'verified',
    httpStatus: answer.status,
    requestId: requestIdOf(answer).requestId ?? null,
    soldCardIds: [...new Set(credentialsIn(readJson(answer.body)).map(({ soldCardId }) => soldCardId))],
    usedBy: signatureUsedBy(journal, answer),
  };
}
