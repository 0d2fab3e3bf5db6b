import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ArrivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came over the wire. */
  readonly raw: string;
}

export interface TestSmtpServer {
  readonly url: string;
  readonly port: number;
  readonly arrived: readonly ArrivedMail[];
  /** The next recipients are refused with these answers, one each. */
  refuseNext(...answers: readonly { readonly code: number; readonly message: string }[]): void;
  stop(): Promise<void>;
}

/** A real SMTP server in this process that keeps what it gets. */
export async function startSmtpServer(port = 0): Promise<TestSmtpServer> {
  const arrived: ArrivedMail[] = [];
  const refusals: { readonly code: number; readonly message: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const refusal = refusals.shift();
      if (!refusal) return done();
      return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        arrived.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  // A client that leaves in the middle is part of some tests.
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const bound = (listening.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    arrived,
    refuseNext: (...answers) => void refusals.push(...answers),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The parts of a multipart mail, decoded, by their type. */
export function readMail(raw: string): { header(name: string): string; part(type: string): string } {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return {
    header(name) {
      const line = headers.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '';
      return decodeWords(line.slice(name.length + 1).trim());
    },
    part(type) {
      const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
      const part = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
      const [partHead = '', ...body] = part.trimStart().split('\r\n\r\n');
      return decodeBody(body.join('\r\n\r\n'), /transfer-encoding: (\S+)/i.exec(partHead)?.[1] ?? '7bit');
    },
  };
}

/** RFC 2047: `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`. */
const decodeWords = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? fromBase64(text)
        : decodeBody(text.replaceAll('_', ' '), 'quoted-printable'),
    );

const fromBase64 = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return fromBase64(body);
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
