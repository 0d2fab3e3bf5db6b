import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { ReadFault } from '../read-fault.ts';
import { XmlScanner } from './scan-xml.ts';

type Event = readonly [kind: string, ...values: string[]];

function scan(pieces: readonly string[]): Event[] {
  const events: Event[] = [];
  const scanner = new XmlScanner({
    open: (name, attributes) =>
      events.push(['open', name, attributes.get('a') ?? '', attributes.get('b') ?? '']),
    close: (name) => events.push(['close', name]),
    text: (text) => events.push(['text', text]),
  });
  for (const piece of pieces) scanner.write(piece);
  scanner.end();
  return joinTexts(events);
}

function reference(xml: string): Event[] {
  const events: Event[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) =>
    events.push(['open', name, attributes.a ?? '', attributes.b ?? '']),
  );
  parser.on('closetag', ({ name }) => events.push(['close', name]));
  parser.on('text', (text) => events.push(['text', text]));
  parser.on('cdata', (text) => events.push(['text', text]));
  parser.write(xml).close();
  return joinTexts(events);
}

function joinTexts(events: readonly Event[]): Event[] {
  const joined: Event[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event[0] === 'text' && last?.[0] === 'text')
      joined[joined.length - 1] = ['text', `${last[1]}${event[1]}`];
    else if (event[0] !== 'text' || event[1] !== '') joined.push(event);
  }
  return joined;
}

const TEXT = fc.string({ unit: fc.constantFrom(...'ab >\'"=/名\n', '&amp;', '&#65;', '&#x3042;', '&lt;') });
const VALUE = TEXT.map((text) => text.replaceAll(/[\n"<]/g, ''));
const xml = fc
  .letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      TEXT.map((text) => text.replaceAll(']]>', '')),
      fc.constant('<!-- <no> -->'),
      fc.constant('<![CDATA[<b>&amp;]]>'),
      fc.constant('<?php > ?>'),
      fc
        .tuple(fc.constantFrom('x', 'y'), VALUE, VALUE)
        .map(([name, a, b]) => `<${name} a="${a}" b = "${b}"/>`),
      fc
        .tuple(fc.constantFrom('p', 'q'), VALUE, fc.array(tie('node'), { maxLength: 4 }))
        .map(([name, a, nodes]) => `<${name} b='${a.replaceAll("'", '')}'>${nodes.join('')}</${name}>`),
    ),
  }))
  .node.map((node) => `<?xml version="1.0"?><root>${node}</root>`);

describe('XmlScanner', () => {
  it('reads what another parser reads, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(xml, fc.integer({ min: 1, max: 40 }), (source, size) => {
        const pieces = source.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
        expect(scan(pieces)).toEqual(reference(source));
      }),
    );
  });

  it('never throws anything but its own refusal', () => {
    const junk = fc.string({
      unit: fc.constantFrom(...'<>/!?&;="\'[]-a ', 'CDATA', 'DOCTYPE', '\u0000', '𠮷'),
    });
    fc.assert(
      fc.property(fc.array(junk), (pieces) => {
        try {
          scan(pieces);
        } catch (error) {
          expect(error).toBeInstanceOf(ReadFault);
        }
      }),
    );
  });

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['an element that stays open', '<a><b></b>'],
    ['a tag that never ends', '<a b="'],
    ['elements nested too deep', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
  ])('refuses %s', (_, source) => {
    expect(() => scan([source])).toThrow(ReadFault);
  });
});
