import { signOf } from './key-signs.ts';

/** What is needed of a key that went down. */
export interface KeyStroke {
  readonly code: string;
  readonly shift: boolean;
  /** Held with Ctrl, Alt or Meta: a command, never a sign of a code. */
  readonly chord: boolean;
  /** Sent again by the system while the key is held down. */
  readonly repeat: boolean;
  readonly atMs: number;
}

/** What a key means for the burst that it may belong to. */
export type Reading =
  | { readonly kind: 'first' | 'more' | 'ignored' | 'none' }
  | { readonly kind: 'scanned'; readonly code: string };

const shortestCode = 6;
/** As long as a paired code may be. */
const longestCode = 64;
/** Nobody types six keys at such a pace; scanners do, at 5 to 20 ms. */
const scannerPaceMs = 35;
/** One hiccup of the computer between two keys does not end a burst. */
const longestGapMs = 80;
const terminators: readonly string[] = ['Enter', 'NumpadEnter', 'Tab'];
const modifiers: readonly string[] = ['ShiftLeft', 'ShiftRight', 'CapsLock', 'NumLock'];

/** Tells a scanner from a person by the pace of the keys, and reads the code of a burst that ends in Enter or Tab. */
export class BurstReader {
  #signs = '';
  #firstMs = 0;
  #lastMs = 0;

  read({ code, shift, chord, repeat, atMs }: KeyStroke): Reading {
    if (modifiers.includes(code)) return { kind: 'ignored' };
    if (chord || repeat) return this.#end();
    if (terminators.includes(code)) return this.#terminated(atMs);
    const sign = signOf(code, shift);
    if (sign === null) return this.#end();
    const isFirst = this.#signs === '' || atMs - this.#lastMs > longestGapMs || this.#signs.length === longestCode;
    if (isFirst) this.#firstMs = atMs;
    this.#signs = isFirst ? sign : this.#signs + sign;
    this.#lastMs = atMs;
    return { kind: isFirst ? 'first' : 'more' };
  }

  #terminated(atMs: number): Reading {
    const signs = this.#signs;
    const isScan =
      signs.length >= shortestCode &&
      atMs - this.#lastMs <= longestGapMs &&
      (atMs - this.#firstMs) / signs.length <= scannerPaceMs;
    this.#end();
    return isScan ? { kind: 'scanned', code: signs } : { kind: 'none' };
  }

  #end(): Reading {
    this.#signs = '';
    return { kind: 'none' };
  }
}
