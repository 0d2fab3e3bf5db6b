import type { FakeToolCall } from './fake-tools.ts';
import type { FakeCall, FakeTurn } from './fake-vendor.ts';

/** An order, wherever it stands: `«…»` is to be said, `«CALL name {…}»` to be called. */
const ORDER = /«([^«»]*)»/g;
const CALL = /^CALL (\S+) (\{[\s\S]*\})$/;

const ordersIn = (texts: readonly string[]): string[] =>
  [...texts.join('\n').matchAll(ORDER)].map(([, order = '']) => order);

/** A model without any defence: it says whatever any text that it reads tells it to say. */
export function obey(turns: readonly FakeTurn[], results: readonly string[] = []): string {
  const orders = ordersIn([...turns.map(({ text }) => text), ...results]).filter(
    (order) => !CALL.test(order),
  );
  if (orders.length === 0) return 'Hello.';
  const system = turns.flatMap(({ role, text }) => (role === 'system' ? [text] : [])).join('\n');
  return orders.map((order) => (order === 'INSTRUCTIONS' ? system : `${order} [1]`)).join('\n');
}

/** And calls whatever it is told to call, each order once. */
export function obeyedCalls({ turns, tools }: FakeCall): FakeToolCall[] {
  if (!tools?.mayCall) return [];
  const calls = ordersIn([...turns.map(({ text }) => text), ...tools.results]).flatMap((order, index) => {
    const [, name, input] = CALL.exec(order) ?? [];
    return name && input ? [{ id: `order_${index}`, name, input }] : [];
  });
  return calls.slice(tools.results.length);
}
