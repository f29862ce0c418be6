import { ask } from './bridge.ts';

let expected = 0;

/**
 * Main keeps the screen out of pictures from the moment it gives codes or a recovery phrase out. It hears that they
 * are gone only where no others are shown or on their way: those of the next card are there before the last ones go.
 * Gives the word that these are gone, or never came; call it once.
 */
export function expectSecret(): () => void {
  expected += 1;
  return () => {
    expected -= 1;
    if (expected === 0) void ask((bridge) => bridge.screen.codesHidden({}));
  };
}
