import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { watchConnections } from '../../app/start-http.ts';

async function start(answer: boolean) {
  const server = createServer((_request, response) => {
    if (answer) response.end('ok');
  });
  const connections = watchConnections(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<ReturnType<typeof connect>> => {
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    await accepted;
    return socket;
  };
  const closed = (): Promise<unknown> => {
    const end = once(server, 'close');
    server.close();
    return end;
  };
  return { connections, open, closed };
}

test('a connection that never sent anything does not keep a stopping server', async () => {
  const { connections, open, closed } = await start(true);
  const socket = await open();
  const gone = once(socket, 'close');
  connections.close(60_000);
  await closed();
  await gone;
  expect(socket.destroyed).toBe(true);
});

test('a request that gets no answer keeps it for as long as it is given', async () => {
  const { connections, open, closed } = await start(false);
  const socket = await open();
  const gone = once(socket, 'close');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  connections.close(30);
  await closed();
  await gone;
  expect(socket.destroyed).toBe(true);
});
