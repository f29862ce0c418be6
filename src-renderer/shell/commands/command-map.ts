import type { MessageKey } from '../../../src-shared/words/page-messages.ts';

/**
 * Every key of the counter, in one place. They go by where the key is (`event.code`), so that they stay the same
 * under an Arabic layout. F5, F6, F7, F10, F11 and F12 are left to browsers and systems.
 */
export const commands = [
  { id: 'help', code: 'F1', says: 'keys.help' },
  { id: 'search', code: 'F2', says: 'keys.search' },
  { id: 'orders', code: 'F3', says: 'keys.orders' },
  { id: 'tray', code: 'F4', says: 'keys.tray' },
  { id: 'codes', code: 'F8', says: 'keys.codes' },
  { id: 'buy', code: 'F9', says: 'keys.buy' },
  { id: 'back', code: 'Escape', says: 'keys.back' },
] as const satisfies readonly { readonly id: string; readonly code: string; readonly says: MessageKey }[];

export type CommandId = (typeof commands)[number]['id'];

/** As on the keys themselves. */
export const keyCaps: Readonly<Record<CommandId, readonly string[]>> = {
  help: ['F1', '?'],
  search: ['F2'],
  orders: ['F3'],
  tray: ['F4'],
  codes: ['F8'],
  buy: ['F9'],
  back: ['Esc'],
};

/** What the controls themselves do with a key, shown beside the commands. */
export const controlKeys: readonly {
  readonly caps: readonly string[];
  readonly says: MessageKey;
  readonly together?: true;
}[] = [
  { caps: ['Alt', '1 … 9'], says: 'keys.favourite', together: true },
  { caps: ['Alt', '0'], says: 'keys.person', together: true },
  { caps: ['Enter'], says: 'keys.first' },
  { caps: ['↓', '↑'], says: 'keys.cards' },
  { caps: ['↑', '↓'], says: 'keys.quantity' },
  { caps: ['+'], says: 'keys.add' },
  { caps: ['keys.scanner'], says: 'keys.scan' },
];

/** On the sheet of the codes. */
export const codesKeys: typeof controlKeys = [
  { caps: ['Enter'], says: 'keys.codes.next' },
  { caps: ['P'], says: 'keys.codes.print' },
  { caps: ['Esc'], says: 'keys.codes.leave' },
];

/** In both layouts the question mark asks for help, where it is not typed into a field. */
const questionMarks: readonly string[] = ['?', '؟'];

export function commandOf({ code, key }: Pick<KeyboardEvent, 'code' | 'key'>, typing: boolean): CommandId | null {
  if (!typing && questionMarks.includes(key)) return 'help';
  return commands.find((command) => command.code === code)?.id ?? null;
}
