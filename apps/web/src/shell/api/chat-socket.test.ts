// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { type ChatConnection, createChatSocket, SOCKET_OPTIONS } from './chat-socket.ts';

type Handler = (...values: unknown[]) => void;

/** A connection that is operated by hand and answers every join. */
function fakeConnection(answer = { ok: true }) {
  const handlers = new Map<string, Handler>();
  const sent: unknown[][] = [];
  const connection = {
    on: (name: string, handler: Handler) => handlers.set(name, handler),
    off: (name: string) => handlers.delete(name),
    emit: (name: string, token: unknown, acknowledge: Handler) => {
      sent.push([name, token]);
      acknowledge(answer);
    },
    disconnect: vi.fn(),
  };
  return {
    connection: connection as unknown as ChatConnection,
    sent,
    disconnect: connection.disconnect,
    happens: (name: string) => handlers.get(name)?.(),
  };
}
const settle = () => new Promise((done) => setTimeout(done));

it('spec:126 waits, spreads and gives up as the product says', () => {
  expect(SOCKET_OPTIONS).toEqual({
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
});

it('spec:90 emits joinChatChannel with the session token, at each connection', async () => {
  const fake = fakeConnection();
  const chat = createChatSocket(
    async () => fake.connection,
    () => 'the-token',
  );
  chat.join();
  await settle();
  expect(fake.sent).toEqual([]);
  fake.happens('connect');
  expect(fake.sent).toEqual([['joinChatChannel', 'the-token']]);
  fake.happens('disconnect');
  expect(chat.state().connected).toBe(false);
  fake.happens('connect');
  expect(chat.state()).toMatchObject({ connected: true, joins: 2 });
});

it('says that there is no line also when the first try fails', async () => {
  const fake = fakeConnection();
  const chat = createChatSocket(async () => fake.connection);
  chat.join();
  await settle();
  fake.happens('connect_error');
  expect(chat.state().connected).toBe(false);
  fake.happens('connect');
  expect(chat.state().connected).toBe(true);
});

it('joins again when it is told so, with the token of that time', async () => {
  const fake = fakeConnection();
  let token = 'old';
  const chat = createChatSocket(
    async () => fake.connection,
    () => token,
  );
  chat.join();
  chat.join();
  await settle();
  fake.happens('connect');
  token = 'new';
  chat.join();
  expect(fake.sent.map(([, sent]) => sent)).toEqual(['old', 'new']);
});

it('leaves when nobody is signed in any more, and can begin anew', async () => {
  const fakes = [fakeConnection(), fakeConnection()];
  let opened = 0;
  const chat = createChatSocket(async () => {
    const fake = fakes[opened];
    opened += 1;
    if (!fake) throw new Error('opened too often');
    return fake.connection;
  });
  chat.join();
  await settle();
  chat.leave();
  expect(fakes[0]?.disconnect).toHaveBeenCalled();
  expect(chat.state()).toMatchObject({ socket: null, connected: true });
  chat.join();
  await settle();
  expect(chat.state().socket).toBe(fakes[1]?.connection);
});

it('one that was left before it was there does not come alive', async () => {
  const fake = fakeConnection();
  const chat = createChatSocket(async () => fake.connection);
  chat.join();
  chat.leave();
  await settle();
  expect(fake.disconnect).toHaveBeenCalled();
  expect(chat.state().socket).toBeNull();
});

it('a refused token counts as no join, but the line is there', async () => {
  const fake = fakeConnection({ ok: false });
  const chat = createChatSocket(async () => fake.connection);
  chat.join();
  await settle();
  fake.happens('connect');
  expect(chat.state()).toMatchObject({ connected: true, joins: 0 });
});

it('a library that cannot be fetched is logged, and fetched again at the next join', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fake = fakeConnection();
  let tries = 0;
  const chat = createChatSocket(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('gone');
    return fake.connection;
  });
  chat.join();
  await settle();
  expect(logged).toHaveBeenCalledWith('Chat socket could not be opened:', expect.any(TypeError));
  chat.join();
  await settle();
  expect(chat.state().socket).toBe(fake.connection);
  logged.mockRestore();
});

it('a library that could not be fetched is a lost connection, tried again', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fake = fakeConnection();
  let tries = 0;
  const chat = createChatSocket(async () => {
    tries += 1;
    if (tries === 1) throw new Error('offline');
    return fake.connection;
  });
  chat.join();
  await vi.advanceTimersByTimeAsync(0);
  expect(chat.state()).toMatchObject({ connected: false, socket: null });
  await vi.advanceTimersByTimeAsync(SOCKET_OPTIONS.reconnectionDelay);
  fake.happens('connect');
  expect(chat.state()).toMatchObject({ connected: true, joins: 1 });
  vi.useRealTimers();
});
