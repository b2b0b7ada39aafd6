import { CommandError, EXIT } from '../command-error.ts';

/** Ends a line. */
export const ENTER = /[\r\n]/;
const INTERRUPT = '\u0003';
const END = '\u0004';
const ERASE_LINE = '\u0015';
const BACKSPACES = new Set(['\u007f', '\b']);

/** State of a line. */
export interface Reading {
  readonly typed: string;
  readonly done: boolean;
  /** Input after the end. */
  readonly rest: string;
}

/** A line editor's least: characters, backspace, erase, end and interrupt. */
export function edit(before: string, text: string, show: ((text: string) => void) | null): Reading {
  let typed = before;
  const characters = [...text];
  for (const [index, character] of characters.entries()) {
    const rest = characters.slice(index + 1).join('');
    if (ENTER.test(character) || character === END) return { typed, done: true, rest };
    if (character === INTERRUPT) throw new CommandError('Interrupted.', { exitCode: EXIT.interrupted });
    if (BACKSPACES.has(character)) {
      if (typed !== '') show?.('\b \b');
      typed = [...typed].slice(0, -1).join('');
    } else if (character === ERASE_LINE) typed = '';
    else if (character >= ' ') {
      typed += character;
      show?.(character);
    }
  }
  return { typed, done: false, rest: '' };
}
