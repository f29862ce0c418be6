import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { err, type Result } from '../../../core/result.ts';
import { invalid, type TextOption } from './arguments.ts';
import { givenIn, said, type Asking } from './given-file.ts';
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
 * neither; `command_stopped` where the person breaks off (Ctrl+C, Ctrl+D), a signal came or the terminal went.
 */
export async function secretFrom(asking: Asking, option: TextOption, prompt: string): Promise<Result<string, Failure>> {
  if (asking.args.text(option) !== null) return givenIn(asking, option);
  if (!process.stdin.isTTY) return invalid(option);
  if (asking.stopping.aborted) return err({ code: 'command_stopped' });
  // Whoever types as soon as the question stands there must find a terminal that shows nothing any more.
  process.stdin.setRawMode(true);
  process.stderr.write(visible(prompt));
  const typed = await typedUnseen(process.stdin, asking.stopping);
  if (typed === null) return err({ code: 'command_stopped' });
  return typed.length > longest ? invalid(option) : said(typed, option);
}

/** What is typed until Enter, or until it is too long; null where it is broken off. */
function typedUnseen(input: NodeJS.ReadStream, stopping: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    let typed = '';
    const end = (result: string | null): void => {
      input.off('data', read).off('end', breakOff).off('close', breakOff);
      stopping.removeEventListener('abort', breakOff);
      input.setRawMode(false).pause().off('error', endure);
      // Before anything else is said: what was typed shows no end of the line.
      process.stderr.write('\n');
      resolve(result);
    };
    const breakOff = (): void => end(null);
    const read = (chunk: Buffer): void => {
      const text = chunk.toString('utf8').replaceAll(keySequence, '');
      let at = 0;
      for (const sign of text) {
        at += sign.length;
        if (sign === endOfText || sign === endOfInput) {
          breakOff();
          return;
        }
        if (sign === enter || sign === lineFeed || typed.length > longest) {
          end(typed);
          // What was typed ahead is the answer to the next question.
          if (typed.length <= longest && at < text.length) input.unshift(text.slice(at));
          return;
        }
        if (sign === forget || sign === forgetWord) typed = '';
        else if (sign === backspace || sign === remove) typed = typed.slice(0, -1);
        else if (sign >= ' ') typed += sign;
      }
    };
    input.on('data', read).on('end', breakOff).on('close', breakOff).on('error', endure);
    stopping.addEventListener('abort', breakOff);
    input.resume();
  });
}

/** A terminal that is gone neither reads nor shows; its stream closes, too. */
function endure(): void {}
