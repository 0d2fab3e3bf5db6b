// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { UnstoredFields, useUnstoredFields } from '../draft/unstored-fields.ts';
import { isWholeNumber, readWholeNumber, WholeNumberInput } from './WholeNumberInput.tsx';

afterEach(cleanup);

test.each([
  ['50', 50],
  [' ５０ ', 50],
  ['1,000', 1000],
  ['１，０００', 1000],
  ['1.000.000', 1_000_000],
  ['1 000', 1000],
  ['0', 0],
  ['1.5', null],
  ['1,00', null],
  ['1.000,000', null],
  ['-5', null],
  ['fifty', null],
  ['', null],
])('%j is read as %j', (text, number) => {
  expect(readWholeNumber(text)).toBe(number);
});

test.each([
  ['-5', -5],
  ['－３０', -30],
  ['-1,000', -1000],
  ['-0', 0],
  ['7', 7],
  ['--5', null],
  ['-', null],
])('%j is read as %j where a sign is allowed', (text, number) => {
  expect(readWholeNumber(text, true)).toBe(number);
});

type Field = Omit<ComponentProps<typeof WholeNumberInput>, 'max'> & { max?: number };
type Value = Exclude<Field['value'], undefined>;

/** A form around the field: what it holds, and a button that puts back the first value. */
function Form({ first, accepts = () => true, ...field }: Field & FormProps) {
  const [value, setValue] = useState<Value>(first);
  return (
    <>
      <WholeNumberInput
        max={100_000}
        {...field}
        label="Days"
        value={value}
        onChange={(next) => accepts(next) && setValue(next)}
      />
      <output>{String(value)}</output>
      <button type="button" onClick={() => setValue(first)}>
        Discard
      </button>
    </>
  );
}
interface FormProps {
  first: Value;
  accepts?: (value: number | '') => boolean;
}

async function open(first: Value, more: Omit<Field, 'value'> & Partial<FormProps> = {}) {
  await renderWithProviders(<Form {...more} first={first} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Days' });
  return {
    input,
    type: (text: string) => fireEvent.change(input, { target: { value: text } }),
    leave: () => fireEvent.blur(input),
    press: (key: string) => fireEvent.keyDown(input, { key }),
    discard: () => fireEvent.click(screen.getByRole('button')),
    /** What the form holds, and what stands in the field. */
    seen: () => [screen.getByRole('status').textContent, input.value],
  };
}
const WRONG = 'Enter a whole number from 0 to 100,000.';

describe('a field for whole numbers', () => {
  test('does not read a fraction as a larger number, and says so when it is left', async () => {
    const { type, leave, seen } = await open(3);
    type('1.5');
    expect(seen()).toEqual(['NaN', '1.5']);
    expect(screen.queryByText(WRONG)).toBeNull();
    leave();
    expect(seen()).toEqual(['NaN', '1.5']);
    expect(screen.getByText(WRONG)).toBeTruthy();
    type('2');
    expect(screen.queryByText(WRONG)).toBeNull();
  });

  test('reads full-width digits, and shows the number with its unit', async () => {
    const { type, leave, seen } = await open(30, { suffix: ' 分' });
    expect(seen()).toEqual(['30', '30 分']);
    type('１２００分');
    expect(seen()).toEqual(['1200', '１２００分']);
    leave();
    expect(seen()).toEqual(['1200', '1,200 分']);
  });

  test('keeps a number outside its range as it was typed, and names the range when it is left', async () => {
    const { type, leave, seen } = await open(5, { min: 1 });
    const range = 'Enter a whole number from 1 to 100,000.';
    for (const typed of ['0', '-5', '100001', '99999999999999999999']) {
      type(typed);
      expect(screen.queryByText(range)).toBeNull();
      leave();
      expect(seen()).toEqual(['NaN', typed]);
      expect(screen.getByText(range)).toBeTruthy();
    }
    type('100000');
    leave();
    expect(seen()).toEqual(['100000', '100,000']);
    expect(screen.queryByText(range)).toBeNull();
  });

  test('names the range instead of what the form knows of a number that it did not get', async () => {
    const { type } = await open(5, { max: 20, error: 'Required' });
    expect(screen.getByText('Required')).toBeTruthy();
    type('21');
    expect(screen.queryByText('Required')).toBeNull();
    expect(screen.getByText('Enter a whole number from 0 to 20.')).toBeTruthy();
  });

  test('shows the number that is kept where a form does not take an empty one', async () => {
    const { type, leave, seen } = await open(5, { accepts: (value) => value !== '' });
    type('');
    expect(seen()).toEqual(['5', '']);
    leave();
    expect(seen()).toEqual(['5', '5']);
  });

  test('follows its form, also from what could not be read', async () => {
    const { type, leave, discard, seen } = await open(5);
    for (const text of ['7', '1.5', '']) {
      type(text);
      leave();
      discard();
      expect(seen()).toEqual(['5', '5']);
    }
    expect(screen.queryByText(WRONG)).toBeNull();
  });

  test('may be empty', async () => {
    const { type, leave, seen } = await open(null, { min: 1 });
    expect(seen()).toEqual(['null', '']);
    type('4');
    type('');
    leave();
    expect(seen()).toEqual(['', '']);
  });

  test('has a sign only where numbers below 0 are allowed', async () => {
    const { type, seen } = await open(0, { min: -7 });
    type('-7');
    expect(seen()).toEqual(['-7', '-7']);
    cleanup();
    const unsigned = await open(0);
    unsigned.type('-7');
    expect(unsigned.seen()).toEqual(['NaN', '-7']);
  });

  test('goes up and down by the arrow keys, within its bounds', async () => {
    const { press, type, seen } = await open(80, { min: 80, max: 110, step: 20 });
    press('ArrowUp');
    expect(seen()).toEqual(['100', '100']);
    press('ArrowUp');
    expect(seen()).toEqual(['110', '110']);
    for (let count = 0; count < 3; count += 1) press('ArrowDown');
    expect(seen()).toEqual(['80', '80']);
    type('300');
    press('ArrowUp');
    expect(seen()).toEqual(['110', '110']);
  });
});

/** A form that stores what it can, and says whether a field holds something else. */
function Surrounded({ storesOnBlur = false }: { storesOnBlur?: boolean }) {
  const [value, setValue] = useState(3);
  const [isShown, setShown] = useState(true);
  const { unstored, report } = useUnstoredFields();
  const store = (typed: number | '') => isWholeNumber(typed) && setValue(typed);
  return (
    <UnstoredFields value={report}>
      {isShown && (
        <WholeNumberInput
          label="Days"
          max={20}
          value={value}
          {...(storesOnBlur ? { onBlur: store } : { onChange: store })}
        />
      )}
      <output>{String(unstored)}</output>
      <button type="button" onClick={() => setShown(false)}>
        Close
      </button>
    </UnstoredFields>
  );
}

describe('a form around the field', () => {
  test.each([false, true])(
    'knows what is not stored, where it is stored on blur: %s',
    async (storesOnBlur) => {
      await renderWithProviders(<Surrounded storesOnBlur={storesOnBlur} />);
      const input = screen.getByRole('textbox');
      const unstored = () => screen.getByRole('status').textContent;
      expect(unstored()).toBe('null');
      fireEvent.change(input, { target: { value: '30' } });
      expect(unstored()).toBe('typing');
      fireEvent.blur(input);
      expect(unstored()).toBe('wrong');
      fireEvent.change(input, { target: { value: '20' } });
      expect(unstored()).toBe(storesOnBlur ? 'typing' : 'null');
      fireEvent.blur(input);
      expect(unstored()).toBe('null');
      fireEvent.change(input, { target: { value: 'many' } });
      fireEvent.blur(input);
      expect(unstored()).toBe('wrong');
      fireEvent.click(screen.getByRole('button'));
      expect(unstored()).toBe('null');
    },
  );
});
