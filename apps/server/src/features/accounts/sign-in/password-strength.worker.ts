import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import { answerCalls } from '../../../platform/threads/answer-calls.ts';
import type { StrengthTask } from './password-strength.ts';

/** What the lists, which come from English sites, lack: frequent passwords of the other two languages. */
const LOCAL =
  'matkhau anhyeuem emyeuanh iloveyou yeuem yeuanh vietnam hanoi saigon khongbiet khongco conmeo giadinh pasuwado sakura himawari arigatou aishiteru doraemon nihon tokyo konnichiwa hiragana'.split(
    ' ',
  );

/** At or above it a guesser needs more than a million tries. */
const ENOUGH = 2;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...english, local: LOCAL },
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: 20,
});

/** True when it is easily guessed, or a word of a list whatever its case and `1337` spelling. */
answerCalls<StrengthTask, boolean>(({ password, about }) => {
  const { score, sequence } = zxcvbn.check(password, [...about]);
  const isOneWord = sequence.length === 1 && sequence[0]?.pattern === 'dictionary';
  return score < ENOUGH || isOneWord;
});
