export type Trouble = 'gone' | 'hung';
/** What a person chose; null where they wait. */
export type TroubleAnswer = 'again' | 'close' | null;

interface PageEvents {
  on(event: 'render-process-gone' | 'unresponsive' | 'responsive', listener: () => void): unknown;
}

interface Hands {
  /** Whether the page may come back by itself once more. */
  readonly mayComeBack: () => boolean;
  readonly reload: () => void;
  /** Ends the page's process, which is then gone. */
  readonly kill: () => void;
  /** Ends the counter without a word of the page. */
  readonly close: () => void;
  /** In a box of the system's own, since the page can show nothing; taken back by `signal`. */
  readonly ask: (trouble: Trouble, signal: AbortSignal) => Promise<TroubleAnswer>;
}

export interface PageTrouble {
  /** What keeps the page from answering now. */
  readonly now: () => Trouble | null;
  /** Puts the question about a page that hangs once more, since a person who chose to wait now wants something else. */
  readonly askAgain: () => void;
}

/**
 * Loads a page that died, a few times by itself, and asks a person where it keeps dying or does not answer: a blank or
 * frozen window says nothing. Gives what is wrong now, so that nothing waits for the word of such a page.
 */
export function watchPage(page: PageEvents, { mayComeBack, reload, kill, close, ask }: Hands): PageTrouble {
  let now: Trouble | null = null;
  let killed = false;
  let box: AbortController | null = null;
  const live = (): void => {
    now = null;
    box?.abort();
    box = null;
  };
  const comeBack = (): void => {
    live();
    reload();
  };
  const wonder = async (trouble: Trouble): Promise<void> => {
    live();
    now = trouble;
    const mine = new AbortController();
    box = mine;
    const answer = await ask(trouble, mine.signal);
    if (mine.signal.aborted || answer === null) return;
    if (answer === 'close') close();
    else if (trouble === 'gone') comeBack();
    else {
      killed = true;
      kill();
    }
  };
  page.on('render-process-gone', () => {
    const byPerson = killed;
    killed = false;
    if (byPerson || mayComeBack()) comeBack();
    else void wonder('gone');
  });
  page.on('unresponsive', () => void wonder('hung'));
  page.on('responsive', live);
  return {
    now: () => now,
    askAgain: () => {
      if (now === 'hung') void wonder('hung');
    },
  };
}
