import { describe, expect, it } from 'vitest';
import { commandOf, commands, keyCaps } from '../../../../../src-renderer/shell/commands/command-map.ts';

describe('the keys of the counter', () => {
  it('mean one thing each, and say so on the sheet', () => {
    expect(new Set(commands.map(({ code }) => code)).size).toBe(commands.length);
    for (const { id, code } of commands) expect(keyCaps[id][0]).toBe(code === 'Escape' ? 'Esc' : code);
  });

  it('leave to browsers and systems what is theirs', () => {
    const theirs = ['F5', 'F6', 'F7', 'F10', 'F11', 'F12', 'Enter', 'Tab', 'Space'];
    expect(theirs.map((code) => commandOf({ code, key: code }, false))).toEqual(theirs.map(() => null));
  });

  it('go by place, whatever the layout types there', () => {
    expect(commandOf({ code: 'F9', key: 'غير' }, true)).toBe('buy');
  });

  it('show themselves for the question mark of both layouts, except where it is typed into a field', () => {
    expect(['?', '؟'].map((key) => commandOf({ code: 'Slash', key }, false))).toEqual(['help', 'help']);
    expect(commandOf({ code: 'Slash', key: '?' }, true)).toBeNull();
  });
});
