import type { RawAnswer, TransportFault } from '../core/ports.ts';
import { ok, type Result } from '../core/result.ts';
import type { Judged } from '../partner-api/judge.ts';
import type { RequestDraft } from '../partner-api/request.ts';
import { judgeAnswer, wasRefusedLate } from './judge-answer.ts';
import { prepare, send, wasMisdated, type DatedRequest, type Exchanged } from './send.ts';
import type { PartnerSession } from './session.ts';

/** An answer of which nothing is kept, with the request that it answers. */
export interface Answered {
  readonly prepared: DatedRequest;
  readonly raw: RawAnswer;
  readonly judged: Judged;
  readonly exchange: Exchanged['exchange'];
  /** It was refused, and would be dated otherwise by what is known now. */
  readonly misdated: boolean;
  /** It was refused after it lay so long before the service that it was too old. */
  readonly refusedLate: boolean;
}

/**
 * Prepares one request, sends it in its turn and judges the answer; nothing is kept. `unsigned`: it is sent to be
 * refused. Errors: those of the transport.
 */
export function exchangeOnce(
  session: PartnerSession,
  draft: RequestDraft,
  how: { readonly unsigned?: boolean } = {},
): Promise<Result<Answered, TransportFault>> {
  return session.budget.run('sync', async () => {
    const prepared = prepare(session, draft);
    const sent = await send(session, prepared, how);
    if (!sent.ok) return sent;
    const { raw, exchange } = sent.value;
    const judged = await judgeAnswer(session, prepared, sent.value);
    return ok({
      prepared,
      raw,
      judged,
      exchange,
      misdated: wasMisdated(session, prepared, judged),
      refusedLate: wasRefusedLate(sent.value, judged),
    });
  });
}
