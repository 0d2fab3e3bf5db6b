/**
 * Dot products of one vector with many that lie one behind the other, four numbers at a time. Addresses and `bytes`
 * (the length of a row) are in bytes of the memory; a row is a multiple of 64 bytes, filled up with zeros.
 *
 * The module below as text; a test assembles it anew and compares.
 *
 * ```wat
 * (module
 *   (import "host" "memory" (memory 1))
 *   (func (export "dot") (param $query i32) (param $row i32) (param $count i32) (param $bytes i32) (param $out i32)
 *     (local $end i32) (local $q i32) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
 *     block $done
 *       loop $rows
 *         local.get $count
 *         i32.eqz
 *         br_if $done
 *         local.get $row
 *         local.get $bytes
 *         i32.add
 *         local.set $end
 *         local.get $query
 *         local.set $q
 *         v128.const i32x4 0 0 0 0
 *         local.tee $a
 *         local.tee $b
 *         local.tee $c
 *         local.set $d
 *         loop $values
 *           local.get $a
 *           local.get $q
 *           v128.load offset=0
 *           local.get $row
 *           v128.load offset=0
 *           f32x4.mul
 *           f32x4.add
 *           local.set $a
 *           local.get $b
 *           local.get $q
 *           v128.load offset=16
 *           local.get $row
 *           v128.load offset=16
 *           f32x4.mul
 *           f32x4.add
 *           local.set $b
 *           local.get $c
 *           local.get $q
 *           v128.load offset=32
 *           local.get $row
 *           v128.load offset=32
 *           f32x4.mul
 *           f32x4.add
 *           local.set $c
 *           local.get $d
 *           local.get $q
 *           v128.load offset=48
 *           local.get $row
 *           v128.load offset=48
 *           f32x4.mul
 *           f32x4.add
 *           local.set $d
 *           local.get $q
 *           i32.const 64
 *           i32.add
 *           local.set $q
 *           local.get $row
 *           i32.const 64
 *           i32.add
 *           local.tee $row
 *           local.get $end
 *           i32.lt_u
 *           br_if $values
 *         end
 *         local.get $out
 *         local.get $a
 *         local.get $b
 *         f32x4.add
 *         local.get $c
 *         local.get $d
 *         f32x4.add
 *         f32x4.add
 *         local.tee $a
 *         f32x4.extract_lane 0
 *         local.get $a
 *         f32x4.extract_lane 1
 *         f32.add
 *         local.get $a
 *         f32x4.extract_lane 2
 *         f32.add
 *         local.get $a
 *         f32x4.extract_lane 3
 *         f32.add
 *         f32.store offset=0
 *         local.get $out
 *         i32.const 4
 *         i32.add
 *         local.set $out
 *         local.get $count
 *         i32.const 1
 *         i32.sub
 *         local.set $count
 *         br $rows
 *       end
 *     end))
 * ```
 */
const MODULE =
  '0061736d0100000001090160057f7f7f7f7f0002100104686f7374066d656d6f72790200010302010007070103646f740000' +
  '0ae60101e30102027f047b024003402002450d01200120036a210520002106fd0c0000000000000000000000000000000022' +
  '0722082209210a034020072006fd0004002001fd000400fde601fde401210720082006fd0004102001fd000410fde601fde4' +
  '01210820092006fd0004202001fd000420fde601fde4012109200a2006fd0004302001fd000430fde601fde401210a200641' +
  'c0006a2106200141c0006a22012005490d000b200420072008fde4012009200afde401fde4012207fd1f002007fd1f019220' +
  '07fd1f02922007fd1f0392380200200441046a2104200241016b21020c000b0b0b';

export type DotKernel = (query: number, rows: number, count: number, bytes: number, out: number) => void;

/** The kernel on a memory; null where WebAssembly has no SIMD. */
export function createDotKernel(memory: WasmMemory): DotKernel | null {
  const bytes = Buffer.from(MODULE, 'hex');
  if (!wasm.validate(bytes)) return null;
  const { exports } = new wasm.Instance(new wasm.Module(bytes), { host: { memory } });
  return exports.dot as DotKernel;
}

export const moduleBytes = (): Buffer => Buffer.from(MODULE, 'hex');

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
