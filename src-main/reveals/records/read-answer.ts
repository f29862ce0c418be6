import type { SoldCardId } from '../../core/ids.ts';
import { signatureUsedBy } from '../../exchange/kept-answer.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Judged } from '../../partner-api/judge.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { ownersIn } from '../../partner-api/operations/reveals.ts';
import { requestIdOf, successOf } from '../../partner-api/problem.ts';
import type { RevealAnswer } from '../machine/decide.ts';
import { mayBeOf, type RevealSubject } from '../machine/subject.ts';
import { credentialsIn } from './credentials.ts';

/** The summary of an answer that the machine decides by, without the codes that it says are of something else. */
export function readRevealAnswer(journal: Pick<Journal, 'meta'>, subject: RevealSubject, judged: Judged): RevealAnswer {
  const success = successOf(judged);
  if (!success.ok) return { kind: 'refused', failure: success.error };
  const { value: answer } = success;
  const body = readJson(answer.body);
  const owners = ownersIn(body);
  const isMeant = (card: SoldCardId): boolean => {
    const owner = owners.get(card);
    return owner === undefined || mayBeOf(subject, owner);
  };
  return {
    kind: 'verified',
    httpStatus: answer.status,
    requestId: requestIdOf(answer).requestId ?? null,
    soldCardIds: [...new Set(credentialsIn(body).map(({ soldCardId }) => soldCardId))].filter(isMeant),
    usedBy: signatureUsedBy(journal, answer),
  };
}
