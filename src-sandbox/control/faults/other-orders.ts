import { revealedCredential } from '../../rules/credentials.ts';
import { orderView } from '../../rules/orders.ts';
import { randomUuid } from '../../state/randomness.ts';
import type { Answer } from '../../wire/answers.ts';
import type { Scene } from './behaviour.ts';

export interface OtherOrder {
  readonly operationId?: string | undefined;
  readonly withCodes: boolean;
}

/** What the service would say of an order that is not the one asked about; nothing is recorded as revealed. */
export function answerOfAnotherOrder(answer: Answer, scene: Scene, choice: OtherOrder): Answer {
  const { state, nowMs, pathPrefix } = scene;
  const own = operationIdIn(answer.body);
  const found = state.orders
    .all()
    .findLast(({ operationId }) =>
      choice.operationId === undefined ? operationId !== own : operationId === choice.operationId,
    );
  const wallet = found === undefined ? undefined : state.wallets.find(found.walletId);
  if (found === undefined || wallet === undefined) return ofNobody(answer, scene);
  const location = `${pathPrefix}/v1/orders/${found.operationId}`;
  const open = found.status === 'processing' || found.status === 'recoveryExhausted';
  if (open) return { status: 202, headers: { location, 'retry-after': '1' }, body: orderView(found, wallet) };
  if (found.status === 'failed' || !choice.withCodes) return { status: 200, body: orderView(found, wallet) };
  const soldCards = state.soldCards.ofOrder(found.operationId).map((card) => revealedCredential(card, nowMs));
  return { status: 201, headers: { location }, body: { ...orderView(found, wallet), soldCards } };
}

function ofNobody(answer: Answer, { state }: Scene): Answer {
  const { body } = answer;
  if (typeof body !== 'object' || body === null || operationIdIn(body) === undefined) return answer;
  return { ...answer, body: { ...body, operationId: randomUuid(state.randomness) } };
}

function operationIdIn(body: unknown): string | undefined {
  const known = typeof body === 'object' && body !== null && 'operationId' in body;
  return known && typeof body.operationId === 'string' ? body.operationId : undefined;
}
