import type { ToolParameter } from '@hanasu/contract/tools';

/** What was typed, by the parameter's name. */
export type TryTexts = Readonly<Record<string, string>>;

/** With the types the tool asks for; what is left empty is not sent. */
export function inputOf(parameters: readonly ToolParameter[], texts: TryTexts): Record<string, unknown> {
  const given = parameters.flatMap(({ name, type }) => {
    const text = texts[name] ?? '';
    return name === '' || text === '' ? [] : [[name, typed(type, text)] as const];
  });
  return Object.fromEntries(given);
}

function typed(type: ToolParameter['type'], text: string): unknown {
  if (type === 'boolean') return text === 'true';
  // What is no number goes as it is: the tool then says that it does not fit.
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
}
