/** As much of WebAssembly as is used here; the types of Node.js don't have it. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** Makes it larger by pages of 64 KiB; `buffer` is another one then. Throws when there is no room. */
  grow(pages: number): number;
}

interface Wasm {
  readonly Memory: new (size: { initial: number; maximum?: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
  validate(bytes: Uint8Array): boolean;
}

export const wasm = Reflect.get(globalThis, 'WebAssembly') as Wasm;
