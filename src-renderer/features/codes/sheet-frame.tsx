import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Heading } from 'react-aria-components/Heading';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useClockTime } from '../../base/i18n/use-time.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useApproval } from '../../base/stores/approval-store.ts';
import { useConnection } from '../../base/stores/use-connection.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SheetPayment } from '../payments/sheet-payment.tsx';
import type { SalePaying } from '../payments/use-sale-payment.ts';
import { useSheetKeys } from './use-sheet-keys.ts';
import { shownForMs, type Shown } from './use-shown.ts';

interface SheetFrameProps {
  readonly title: string;
  readonly count: number;
  readonly note: string;
  /** Why these codes do not come out now. */
  readonly lock: MessageKey | null;
  readonly revealed: Shown;
  readonly problem: ShownFailure | null;
  /** Hands them over; undefined where that cannot be done. */
  readonly done: { readonly isPending: boolean; readonly onPress: () => void } | undefined;
  /** Opens the printing of a receipt. */
  readonly onPrint?: (() => void) | undefined;
  /** How its customer pays; null where nobody notes it. */
  readonly paying?: SalePaying | null;
  readonly children: ReactNode;
}

/** Whose sheet it is, and the way out of it. */
export function SheetHead({ title, says }: { title: string; says: string }) {
  const text = useText();
  return (
    <header className="sheet__head">
      <div>
        <p className="sheet__eyebrow">{says}</p>
        <Heading slot="title" level={2} className="sheet__title">
          <bdi>{title}</bdi>
        </Heading>
      </div>
      <Button
        tone="quiet"
        icon="cross"
        aria-label={text('codes.close')}
        onPress={() => useView.getState().closeCodes()}
      />
    </header>
  );
}

/**
 * What every codes sheet has: whose codes, reveal and hide, the time left, and the end. It announces that, never what.
 */
export function SheetFrame(props: SheetFrameProps) {
  const { title, count, note, lock, revealed, problem, done, onPrint, paying = null, children } = props;
  const text = useText();
  const { shown, hiddenAtMs, failure } = revealed;
  // Nothing here promises then what the service has refused; codes that are shown keep their way out.
  const isRefused = shown === null && failure?.code === 'reveal_not_allowed';
  // The buttons that reveal and hide go with what they did.
  const bar = useFocusWhenLost<HTMLDivElement>(isRefused || shown);
  const doneButton = useFocusOnDone(revealed, done !== undefined, bar);
  useSheetKeys(bar, {
    next: isRefused || lock !== null ? null : nextOf(revealed, done),
    print: onPrint ?? null,
    means: paying?.next ?? null,
  });
  const shownFailure = failure ?? problem;
  const wait = useWait(revealed);
  const announced =
    shown !== null
      ? text('codes.shown.announce')
      : wait !== null
        ? text(wait)
        : hiddenAtMs === null
          ? ''
          : text('codes.hidden.announce');
  return (
    <>
      <SheetHead title={title} says={`${text('codes.title')} · ${text('codes.count', { count })}`} />
      <div className={isRefused ? 'sheet__refused' : 'sheet__bar'} ref={bar} tabIndex={-1}>
        {isRefused ? (
          <FailureNote failure={failure} />
        ) : shown === null ? (
          <Hidden {...{ note, lock, count, revealed, wait }} isMain={done === undefined} />
        ) : (
          <>
            <Countdown
              untilMs={revealed.hideAtMs}
              wholeSeconds={shownForMs / 1000}
              label={(seconds) => text('codes.countdown', { seconds })}
              onExtend={revealed.extend}
            />
            <Button icon="eyeOff" onPress={revealed.hide}>
              {text('codes.hide')}
            </Button>
          </>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      {shownFailure === null || isRefused ? null : <FailureNote failure={shownFailure} />}
      {children}
      {paying === null ? null : <SheetPayment paying={paying} />}
      <footer className="sheet__foot">
        {done === undefined ? null : (
          <Button
            tone="primary"
            size="l"
            ref={doneButton}
            isDisabled={isUnseen(revealed)}
            isPending={done.isPending}
            onPress={done.onPress}
          >
            {text('codes.done')}
          </Button>
        )}
        {onPrint === undefined ? null : (
          <Button size="l" icon="printer" aria-keyshortcuts="P" onPress={onPrint}>
            {text('receipt.print')}
          </Button>
        )}
        <Button size="l" onPress={() => useView.getState().closeCodes()}>
          {text('codes.close')}
        </Button>
      </footer>
    </>
  );
}

/** Codes that lie here come out sooner. */
const slowAfterMs = 1_000;

/** What is said while codes that were asked for do not come; a manager's PIN is waited for in words of its own. */
function useWait({ revealing }: Shown): MessageKey | null {
  const isAsking = useApproval(({ question }) => question !== null);
  const isWaiting = revealing && !isAsking;
  const isSilent = useConnection() === 'silent';
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(setIsSlow, slowAfterMs, true);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isWaiting]);
  if (!isWaiting) return null;
  return isSilent ? 'codes.silent' : isSlow ? 'codes.slow' : null;
}

/** Codes were asked for, and nobody can have seen them yet: that they came out is announced before they are here. */
function isUnseen({ shown, isWhole, isSeen, revealing }: Shown): boolean {
  return revealing || (shown !== null && isWhole && !isSeen);
}

/** First all codes are revealed, then they are handed over: never before they were seen. */
function nextOf(
  { shown, isWhole, isSeen, revealing, reveal }: Shown,
  done: SheetFrameProps['done'],
): (() => void) | null {
  if (shown === null || !isWhole) return revealing ? null : () => void reveal();
  return isSeen && done !== undefined && !done.isPending ? done.onPress : null;
}

/**
 * Once all codes were seen, the keyboard goes on to the hand-over, unless it is on a control that a person went to. It
 * leaves it when they are hidden: Enter, pressed to see them again, would hand them over.
 */
function useFocusOnDone(
  { shown, isWhole, isSeen }: Shown,
  canHandOver: boolean,
  bar: RefObject<HTMLElement | null>,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const isReady = isWhole && isSeen && canHandOver;
  useEffect(() => {
    if (isReady && document.activeElement?.matches('button') !== true) button.current?.focus();
  }, [isReady]);
  const isHidden = shown === null;
  useLayoutEffect(() => {
    if (isHidden && button.current !== null && document.activeElement === button.current) bar.current?.focus();
  }, [isHidden, bar]);
  return button;
}

/**
 * What can be done about codes that are hidden, or why nothing can; `isMain` where nothing else on the sheet comes
 * first.
 */
function Hidden({
  note,
  lock,
  count,
  revealed: { hiddenAtMs, revealing, reveal },
  wait,
  isMain,
}: Pick<SheetFrameProps, 'note' | 'lock' | 'count' | 'revealed'> & {
  readonly wait: MessageKey | null;
  readonly isMain: boolean;
}) {
  const text = useText();
  const clockTime = useClockTime();
  const noteId = useId();
  // What was hidden again takes the keyboard from nobody.
  const isFirst = hiddenAtMs === null;
  return (
    <>
      <p className="sheet__note" id={noteId}>
        {wait !== null ? (
          text(wait)
        ) : lock === null ? (
          note
        ) : (
          <>
            <Icon name="lock" /> {text(lock)}
          </>
        )}
        {hiddenAtMs === null ? null : <> {text('codes.hiddenAgain', { time: clockTime(hiddenAtMs) })}</>}
      </p>
      {lock === null ? (
        <Button
          tone={isMain ? 'primary' : 'plain'}
          size="l"
          icon="eye"
          autoFocus={isFirst}
          isPending={revealing}
          {...(wait !== null ? { 'aria-describedby': noteId } : {})}
          onPress={() => void reveal()}
        >
          {text(count === 1 ? 'codes.reveal' : 'codes.revealAll')}
        </Button>
      ) : (
        <Button onPress={() => useView.getState().go('counter')}>
          {text(lock === 'copyStatus.codesLocked' ? 'copyStatus.more' : 'nav.counter')}
        </Button>
      )}
    </>
  );
}
