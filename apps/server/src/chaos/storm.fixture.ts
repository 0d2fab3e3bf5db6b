import type { FireShop } from './fire-stage.fixture.ts';

export type Asked = Map<string, string[]>;

export const friendsOf = (shop: FireShop, name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => shop.addFriend(`${name}${index}`));

/** `count` questions of each friend, first of everybody, then second of everybody, a moment apart. */
export function questionsOf(friends: readonly string[], name: string, count: number, startsAt: number) {
  const asked: Asked = new Map(friends.map((friend) => [friend, []]));
  const writes = Array.from({ length: count * friends.length }, (_, index) => {
    const friend = friends[index % friends.length] ?? '';
    const text = `${name}-${index}?`;
    asked.get(friend)?.push(text);
    return { friend, text, timestamp: startsAt + index };
  });
  return { asked, writes };
}

export const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item, index) => ({ item, place: (index * 7_919) % items.length }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
