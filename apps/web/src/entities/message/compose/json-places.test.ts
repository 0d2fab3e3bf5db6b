import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonPlaces, lineOfPath } from './json-places.ts';

const TEXT = `{
  "type": "bubble",
  "body": {
    "contents": [
      { "type": "text",
        "text": "a \\"b\\" {" },
      { "type": "text", "odd name": 1 }
    ]
  }
}`;

it('finds the line of a path', () => {
  const places = jsonPlaces(TEXT);
  expect(places.problem).toBeNull();
  expect(lineOfPath(TEXT, places, 'type')).toBe(2);
  expect(lineOfPath(TEXT, places, 'body.contents[0].text')).toBe(6);
  expect(lineOfPath(TEXT, places, 'body.contents[1]["odd name"]')).toBe(7);
});

it('leads to what a missing part should be in', () => {
  const places = jsonPlaces(TEXT);
  expect(lineOfPath(TEXT, places, 'body.contents[1].text')).toBe(7);
  expect(lineOfPath(TEXT, places, 'body.contents[9].text')).toBe(4);
  expect(lineOfPath(TEXT, places, 'footer.contents[0]')).toBe(1);
  expect(lineOfPath(TEXT, places, '')).toBe(1);
});

it.each([
  ['', { line: 1, column: 1, reason: 'empty' }],
  ['{\n "a": 1,\n}', { line: 3, column: 1, reason: 'unexpected', found: '}' }],
  ['{\n "a": ', { line: 2, reason: 'unfinished' }],
  ['{"a": 1} x', { line: 1, column: 10, reason: 'unexpected', found: 'x' }],
  ["{'a': 1}", { line: 1, column: 2, reason: 'unexpected' }],
  ['{"a": 1,\n "a": 2}', { line: 2, column: 2, reason: 'twice', found: 'a' }],
])('says where %j goes wrong', (text, problem) => {
  expect(jsonPlaces(text).problem).toMatchObject(problem);
});

const parses = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

it('takes what JSON.parse takes', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(2), (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), null, indent);
      expect(jsonPlaces(written).problem).toBeNull();
    }),
  );
});

it('refuses what JSON.parse refuses', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('', '}', ',', '"', 'x', '\u0001'), (text, at, mark) => {
      const place = at % (text.length + 1);
      const spoilt = text.slice(0, place) + mark + text.slice(place + (mark ? 0 : 1));
      const { problem } = jsonPlaces(spoilt);
      if (problem?.reason !== 'twice') expect(problem === null).toBe(parses(spoilt));
    }),
  );
});
