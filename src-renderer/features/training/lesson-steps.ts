import type { Lesson } from '../../../src-shared/contract/lessons.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import type { Stage } from '../../entities/sale/checkout-store.ts';

/** What a lesson looks at to see how far the cashier is. `order` is the sale of this lesson, once there is one. */
export interface Scene {
  readonly stage: Stage;
  readonly order: OrderView | undefined;
}

interface Step {
  /** What is to be seen now and what to do about it. */
  readonly says: MessageKey;
  readonly isDone: (scene: Scene) => boolean;
}

const isSold = ({ order }: Scene): boolean => order !== undefined;
const isChosen = (scene: Scene): boolean => scene.stage.kind === 'draft' || isSold(scene);
const isBought = ({ order }: Scene): boolean => order?.state === 'completed';
const areCodesOut = ({ order }: Scene): boolean => order?.codesCameOut === true || order?.codesState === 'handedOver';
const areCodesHandedOver = ({ order }: Scene): boolean => order?.codesState === 'handedOver';
/** The person has turned to the next customer, or the outcome was quicker. */
const isLeft = ({ stage, order }: Scene): boolean =>
  order !== undefined && !(stage.kind === 'watch' && stage.operationId === order.operationId);
const isRefused = ({ order }: Scene): boolean => order?.state === 'refused';

/** Each ends by itself when what it asks for has happened, in whatever way the cashier did it. */
export const stepsOf: Readonly<Record<Lesson, readonly Step[]>> = {
  normal: [
    { says: 'lesson.normal.choose', isDone: isChosen },
    { says: 'lesson.normal.buy', isDone: isSold },
    { says: 'lesson.normal.codes', isDone: areCodesOut },
    { says: 'lesson.normal.handOver', isDone: areCodesHandedOver },
  ],
  slow: [
    { says: 'lesson.slow.buy', isDone: isSold },
    { says: 'lesson.slow.next', isDone: (scene) => isLeft(scene) || isBought(scene) },
    { says: 'lesson.slow.tray', isDone: areCodesOut },
    { says: 'lesson.slow.handOver', isDone: areCodesHandedOver },
  ],
  lost: [
    { says: 'lesson.lost.buy', isDone: isSold },
    { says: 'lesson.lost.checking', isDone: isBought },
    { says: 'lesson.lost.codes', isDone: areCodesOut },
    { says: 'lesson.lost.handOver', isDone: areCodesHandedOver },
  ],
  refused: [
    { says: 'lesson.refused.buy', isDone: isSold },
    { says: 'lesson.refused.read', isDone: isRefused },
    { says: 'lesson.refused.again', isDone: (scene) => isRefused(scene) && isLeft(scene) },
  ],
};

/** How many steps are done, from the first on without a gap. */
export function stepsDone(lesson: Lesson, scene: Scene): number {
  const open = stepsOf[lesson].findIndex(({ isDone }) => !isDone(scene));
  return open === -1 ? stepsOf[lesson].length : open;
}
