import { useState } from 'react';
import { log } from '../../shell/log.ts';

const keyOf = (id: string) => `draft-${id}`;

function read(id: string): string {
  try {
    return localStorage.getItem(keyOf(id)) ?? '';
  } catch (error) {
    log('A draft could not be read:', error);
    return '';
  }
}

function write(id: string, text: string): void {
  try {
    if (text) localStorage.setItem(keyOf(id), text);
    else localStorage.removeItem(keyOf(id));
  } catch (error) {
    log('A draft could not be kept:', error);
  }
}

/** What is being written, kept in this browser until it is sent. Give the component `key={id}`. */
export function useDraft(id: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(id));
  const change = (next: string) => {
    setText(next);
    write(id, next);
  };
  return [text, change];
}
