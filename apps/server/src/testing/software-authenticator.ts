import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';

/** What a browser on an honest page would do, and how it is done otherwise here. */
export interface Trick {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  readonly userHandle?: string;
  readonly id?: string;
  /** Signs with a key that nobody has registered. */
  readonly otherKey?: boolean;
}

const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
});
const RequestOptions = z.object({ challenge: z.string(), rpId: z.string() });

type Cbor = Parameters<typeof isoCBOR.encode>[0];

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HOLDS_CREDENTIAL = 0x40;
const ES256 = -7;

export type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>;

/** An authenticator with one discoverable ES256 passkey, and the browser around it, on a page of `origin`. */
export function createSoftwareAuthenticator(origin: string) {
  const keys = newKeys();
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  return {
    credentialId: id.toString('base64url'),

    /** `navigator.credentials.create()`. */
    create(given: Record<string, unknown>, trick: Trick = {}): Record<string, unknown> {
      const options = CreationOptions.parse(given);
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(keys.publicKey)]);
      const authData = Buffer.concat([
        head(trick.rpId ?? options.rp.id, HOLDS_CREDENTIAL, trick.counter ?? counter, trick),
        credential,
      ]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, Cbor>()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return {
        ...frame(id, trick),
        response: {
          clientDataJSON: clientData('webauthn.create', origin, options.challenge, trick).toString(
            'base64url',
          ),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },

    /** `navigator.credentials.get()`. */
    get(given: Record<string, unknown>, trick: Trick = {}): Record<string, unknown> {
      const options = RequestOptions.parse(given);
      counter += 1;
      const authData = head(trick.rpId ?? options.rpId, 0, trick.counter ?? counter, trick);
      const client = clientData('webauthn.get', origin, options.challenge, trick);
      const { privateKey } = trick.otherKey ? newKeys() : keys;
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        ...frame(id, trick),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: trick.userHandle ?? userHandle,
        },
      };
    },
  };
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const frame = (id: Buffer, trick: Trick) => {
  const shown = trick.id ?? id.toString('base64url');
  return { id: shown, rawId: shown, type: 'public-key', clientExtensionResults: {} };
};

const clientData = (type: string, origin: string, challenge: string, trick: Trick): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: trick.type ?? type,
      challenge: trick.challenge ?? challenge,
      origin: trick.origin ?? origin,
      crossOrigin: false,
    }),
  );

function head(rpId: string, flags: number, counter: number, trick: Trick): Buffer {
  const present = trick.userPresent === false ? 0 : USER_PRESENT;
  const verified = trick.userVerified === false ? 0 : USER_VERIFIED;
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags | present | verified, 0);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest]);
}

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
  const key = new Map<number, Cbor>([
    [1, 2],
    [3, ES256],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
  return Buffer.from(isoCBOR.encode(key));
}
