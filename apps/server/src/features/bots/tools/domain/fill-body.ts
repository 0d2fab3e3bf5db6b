import type { ToolValues } from './input-schema.ts';

const WHOLE = /^\{([A-Za-z_][A-Za-z0-9_-]{0,39})\}$/;
const INSIDE = /\{([A-Za-z_][A-Za-z0-9_-]{0,39})\}/g;

/** The template as JSON; undefined when it is none. */
export function parseTemplate(template: string): unknown {
  try {
    return JSON.parse(template);
  } catch {
    return undefined;
  }
}

/** Names between braces anywhere in the template's texts. */
export const namesInBody = (template: string): string[] => [
  ...new Set([...template.matchAll(INSIDE)].map(([, name = '']) => name)),
];

/**
 * Puts values into the parsed template, so that a quote in a value stays a letter. A text that is one placeholder
 * becomes the value with its type, and goes when there is none; within other text it is written out.
 */
export function fillBody(template: unknown, values: ToolValues): unknown {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) {
    return template.map((each) => fillBody(each, values)).filter((each) => each !== undefined);
  }
  if (typeof template !== 'object' || template === null) return template;
  const members = Object.entries(template).map(([name, each]) => [name, fillBody(each, values)] as const);
  return Object.fromEntries(members.filter(([, each]) => each !== undefined));
}

function fillText(text: string, values: ToolValues): unknown {
  const name = WHOLE.exec(text)?.[1];
  if (name !== undefined && Object.hasOwn(values, name)) return values[name];
  return text.replaceAll(INSIDE, (all, each: string) =>
    Object.hasOwn(values, each) ? String(values[each] ?? '') : all,
  );
}
