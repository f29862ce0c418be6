import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { ok, type Result } from '../../../core/result.ts';
import { readGiven } from '../../../files/read-bounded.ts';
import { invalid, type Arguments, type TextOption } from './arguments.ts';
import { visible } from './visible.ts';

/** The longest that is read; whoever types more has something else in mind. */
const longest = 200;
const [enter, lineFeed, endOfText, endOfInput, backspace, remove] = ['\r', '\n', '\u0003', '\u0004', '\b', '\u007f'];
/** Ctrl-U and Ctrl-W: terminals forget with them what was typed, which is one word here. */
const [forget, forgetWord] = ['\u0015', '\u0017'];
/** An arrow or a function key; it and other control keys are no part of what is typed. */
const keySequence = new RegExp(`${String.fromCharCode(27)}(?:\\[[0-9;]*[A-Za-z~]|O[A-Z])?`, 'g');

/**
 * A secret from the file that an option names, else from the terminal, where it is not shown: never an argument, so
 * that it stands in no process list and no shell history. Errors: `input_invalid` with the option, where there is
 * neither.
 */
export async function secretFrom(
  args: Arguments,
  option: TextOption,
  prompt: string,
): Promise<Result<string, Failure>> {
  const path = args.text(option);
  if (path !== null) return inFile(path, option);
  if (!process.stdin.isTTY) return invalid(option);
  // Whoever types as soon as the question stands there must find a terminal that shows nothing any more.
  process.stdin.setRawMode(true);
  process.stderr.write(visible(prompt));
  const typed = await typedUnseen(process.stdin);
  process.stderr.write('\n');
  return typed === null ? invalid(option) : ok(typed);
}

function inFile(path: string, option: string): Result<string, Failure> {
  try {
    return ok(readGiven(path).trim());
  } catch {
    return invalid(option);
  }
}

/** What is typed until Enter; null where it is broken off. */
function typedUnseen(input: NodeJS.ReadStream): Promise<string | null> {
  return new Promise((resolve) => {
    let typed = '';
    const end = (result: string | null): void => {
      input.off('data', read);
      input.setRawMode(false);
      input.pause();
      resolve(result);
    };
    const read = (chunk: Buffer): void => {
      const text = chunk.toString('utf8').replaceAll(keySequence, '');
      let at = 0;
      for (const sign of text) {
        at += sign.length;
        const isBroken = sign === endOfText || sign === endOfInput || typed.length > longest;
        if (isBroken || sign === enter || sign === lineFeed) {
          end(isBroken ? null : typed);
          // What was typed ahead is the answer to the next question.
          if (!isBroken && at < text.length) input.unshift(text.slice(at));
          return;
        }
        if (sign === forget || sign === forgetWord) typed = '';
        else if (sign === backspace || sign === remove) typed = typed.slice(0, -1);
        else if (sign >= ' ') typed += sign;
      }
    };
    input.on('data', read);
    input.resume();
  });
}
