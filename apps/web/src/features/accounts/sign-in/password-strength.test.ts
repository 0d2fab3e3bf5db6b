import { expect, test } from 'vitest';
import { factsOf, loadEstimate } from './NewPasswordField.tsx';

test.each([
  ['password123', 'weak', 'common'],
  ['iloveyou', 'weak', 'topHundred'],
  ['aaaaaaaaaa', 'weak', 'simpleRepeat'],
  ['abc', 'weak', 'tooShort'],
  ['correct horse battery', 'strong', null],
  ['桜の木の下で会いましょう', 'strong', null],
])('%s is %s because of %s', async (password, level, weakness) => {
  const estimate = await loadEstimate();
  expect(estimate(password, [])).toEqual({ level, weakness });
});

test('what others know of a person makes a password weaker', async () => {
  const estimate = await loadEstimate();
  const facts = factsOf('hanako.yamakawa', 'hanakoyamakawa@example.com');
  expect(estimate('hanakoyamakawa', facts)).toEqual({ level: 'weak', weakness: 'userInputs' });
  expect(estimate('hanakoyamakawa', []).weakness).not.toBe('userInputs');
});
