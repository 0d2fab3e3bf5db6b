import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createFileScanner } from './scan-file.ts';

/** What ClamAV's own test file says of itself. */
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE';
const MOST_BYTES = 100_000;

/** A clamd as strict as the real one: the command, parts with their length, an empty part, one line as the answer. */
function startClamd({ isMute = false } = {}): Promise<{ readonly socket: string; readonly server: Server }> {
  const server = createServer((connection) => {
    let received = Buffer.alloc(0);
    const answer = (text: string) => connection.end(`${text}\0`);
    connection.on('error', () => undefined);
    connection.on('data', (data) => {
      received = Buffer.concat([received, Buffer.from(data)]);
      if (isMute) return connection.destroy();
      const command = received.indexOf(0);
      if (command < 0) return;
      if (received.toString('latin1', 0, command) !== 'zINSTREAM') return answer('UNKNOWN COMMAND');
      let [at, content] = [command + 1, Buffer.alloc(0)];
      while (at + 4 <= received.length) {
        const length = received.readUInt32BE(at);
        if (length === 0)
          return answer(content.includes(EICAR) ? 'stream: Eicar-Signature FOUND' : 'stream: OK');
        if (at + 4 + length > received.length) return;
        content = Buffer.concat([content, received.subarray(at + 4, at + 4 + length)]);
        if (content.length > MOST_BYTES) return answer('INSTREAM size limit exceeded. ERROR');
        at += 4 + length;
      }
      return;
    });
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      servers.push(server);
      resolve({ socket: `127.0.0.1:${address.port}`, server });
    }),
  );
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test('a clean file passes, in one part or several', async () => {
  const scan = createFileScanner((await startClamd()).socket);
  await scan(Buffer.from('a picture'));
  await scan(Buffer.alloc(90_000, 'x'));
});

test('a file with a virus is refused', async () => {
  const scan = createFileScanner((await startClamd()).socket);
  await expect(scan(Buffer.from(`x${EICAR}`))).rejects.toMatchObject({ code: 'file_infected' });
});

test('nothing passes while nobody can tell', async () => {
  const unavailable = { code: 'scanner_unavailable' };
  const { socket, server } = await startClamd({ isMute: true });
  await expect(createFileScanner(socket)(Buffer.from('x'))).rejects.toMatchObject(unavailable);
  await new Promise((resolve) => server.close(resolve));
  await expect(createFileScanner(socket)(Buffer.from('x'))).rejects.toMatchObject(unavailable);
  await expect(createFileScanner('/nowhere/clamd.ctl')(Buffer.from('x'))).rejects.toMatchObject(unavailable);
  const small = createFileScanner((await startClamd()).socket);
  await expect(small(Buffer.alloc(MOST_BYTES + 1))).rejects.toMatchObject(unavailable);
});

test('without a socket nothing is asked', async () => {
  await createFileScanner(undefined)(Buffer.from(EICAR));
});
