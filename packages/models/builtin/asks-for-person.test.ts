import { describe, expect, test } from 'vitest';
import { asksForPerson } from './asks-for-person.ts';

describe('a word that asks for a person', () => {
  test.each([
    ['I want a HUMAN!', ['human'], true],
    ['I want to talk to a real person now', ['real person'], true],
    ['a real, person', ['real person'], true],
    ['humane', ['human'], false],
    ['really personal', ['real person'], false],
    ['Cho tôi gặp NHÂN VIÊN', ['nhân viên'], true],
    ['cho toi gap nhan vien', ['nhân viên'], true],
    ['担当者と話したい', ['担当者'], true],
    ['ｵﾍﾟﾚｰﾀｰにつないで', ['オペレーター'], true],
    ['人 間 と話したい', ['人間'], true],
    ['anything', [], false],
    ['!!!', ['?'], false],
    ['', ['human'], false],
  ])('%s with %j: %s', (message, words, expected) => {
    expect(asksForPerson(message, words)).toBe(expected);
  });
});
