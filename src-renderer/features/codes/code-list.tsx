import { cardPx, codeParts, codesLayout, type CodePart } from '../../../src-shared/codes/codes-layout.ts';
import type { OrderView, ShownView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { Button } from '../../ui/button.tsx';
import { CodesFrame } from './codes-frame.tsx';
import { CopyButton } from './copy-button.tsx';
import type { Shown } from './use-shown.ts';

interface CodeListProps {
  /** Cards in their order, '' for one whose id is not known yet. */
  readonly soldCardIds: readonly string[];
  readonly revealed: Shown;
  /** Whose cards can be copied; undefined where none can. */
  readonly operationId: string | undefined;
  /** Where the cards are of several orders: which order and card each is of, in the place of `operationId`. */
  readonly owners?: ReadonlyMap<string, { readonly operationId: string; readonly name: string }>;
  /** Whether one card can be revealed by itself. */
  readonly byCard: boolean;
  readonly onProblem: (problem: ShownFailure | null) => void;
}

type ShownCard = ShownView['cards'][number];

/**
 * Every card with its place for each code. The codes lie over their places in a frame of their own, while they are
 * shown; until it has come, the places stay covered.
 */
export function CodeList(props: CodeListProps) {
  const { shown, isDrawn, onDrawn, read } = props.revealed;
  const listed = listedCards(props.soldCardIds, shown);
  const firstIndex = shown === null ? -1 : listed.indexOf(shown.cards[0]?.soldCardId ?? '');
  return (
    <div className="code-list" onScroll={read}>
      <div className="code-list__cards">
        <ol style={{ gap: codesLayout.gapPx }}>
          {listed.map((soldCardId, index) => (
            <CodeCard
              key={`${soldCardId} ${index}`}
              {...props}
              soldCardId={soldCardId}
              number={index + 1}
              isDrawn={isDrawn}
              card={firstIndex === -1 ? undefined : shown?.cards[index - firstIndex]}
              operationId={
                listed.indexOf(soldCardId) === listed.lastIndexOf(soldCardId)
                  ? (props.owners?.get(soldCardId)?.operationId ?? props.operationId)
                  : undefined
              }
            />
          ))}
        </ol>
        {shown === null || firstIndex === -1 ? null : (
          <CodesFrame
            key={shown.frame}
            shown={shown}
            firstIndex={firstIndex}
            isDrawn={isDrawn}
            onDrawn={() => onDrawn(shown.frame)}
          />
        )}
      </div>
    </div>
  );
}

/** The frame has its cards one below the other: while several are shown, the list goes by the frame. */
function listedCards(soldCardIds: readonly string[], shown: ShownView | null): readonly string[] {
  const [only, ...others] = shown?.cards ?? [];
  if (only === undefined || (others.length === 0 && soldCardIds.includes(only.soldCardId))) return soldCardIds;
  return [only, ...others].map(({ soldCardId }) => soldCardId);
}

type CardProps = CodeListProps & {
  readonly soldCardId: string;
  readonly number: number;
  readonly card: ShownCard | undefined;
  readonly isDrawn: boolean;
};

function CodeCard(props: CardProps) {
  const { soldCardId, number, card, byCard, revealed, owners } = props;
  const text = useText();
  const owner = owners?.get(soldCardId);
  return (
    <li className="code-card" style={{ blockSize: cardPx, paddingBlock: codesLayout.padPx }}>
      <div className="code-card__head" style={{ blockSize: codesLayout.headPx }}>
        <p className="code-card__name">
          {owner === undefined ? text('codes.card', { number }) : text('codes.cardOf', { number, name: owner.name })}
        </p>
        {byCard && soldCardId !== '' && card === undefined ? (
          <Button
            tone="quiet"
            icon="eye"
            aria-label={text('codes.reveal.one', { number })}
            isPending={revealed.revealing}
            onPress={() => void revealed.reveal(soldCardId)}
          >
            {text('codes.reveal')}
          </Button>
        ) : null}
      </div>
      {codeParts.map((part) => (
        <PartRow key={part} {...props} part={part} />
      ))}
    </li>
  );
}

function PartRow({ soldCardId, number, card, isDrawn, operationId, onProblem, part }: CardProps & { part: CodePart }) {
  const text = useText();
  const isAbsent = card?.[part] === false;
  return (
    <div className="code-part" style={{ blockSize: codesLayout.partPx }} data-part={part}>
      <div className="code-part__slot">
        <span className="code-part__label" style={{ blockSize: codesLayout.labelPx }}>
          {text(`codes.${part}`)}
        </span>
        {isAbsent ? <span className="code-part__absent">{text('codes.absent')}</span> : null}
        {card === undefined || !(isDrawn || isAbsent) ? <Mask /> : null}
      </div>
      {operationId === undefined || soldCardId === '' || isAbsent ? null : (
        <CopyButton
          label={text(`codes.copy.${part}`, { number })}
          operationId={operationId}
          soldCardId={soldCardId}
          part={part}
          onProblem={onProblem}
        />
      )}
    </div>
  );
}

function Mask() {
  const text = useText();
  return (
    <span className="code-part__mask">
      <span aria-hidden="true">
        <bdi dir="ltr">•••• •••• ••••</bdi>
      </span>
      <span className="visually-hidden">{text('codes.hidden')}</span>
    </span>
  );
}

/** Sold cards whose ids are not known yet still have their place on the sheet. */
export function soldCardIdsOf(order: OrderView): readonly string[] {
  if (order.codes.length > 0) return order.codes.map(({ soldCardId }) => soldCardId);
  return Array.from({ length: Math.min(order.quantity, 100) }, () => '');
}
