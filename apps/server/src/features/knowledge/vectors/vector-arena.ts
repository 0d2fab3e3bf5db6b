/** 256 KiB, so that a small base wastes little and a large one has few of them. */
export const SLAB_FLOATS = 64 * 1024;
const SLAB_BYTES = SLAB_FLOATS * 4;
const PAGE_BYTES = 65_536;
/** Slabs that memory grows by at once. */
const GROW_SLABS = 16;
/** What a WebAssembly memory can hold, less the first page. */
const MOST_SLABS = 16_000;
/** The first page holds the question, then the scores of one slab. */
const OUT_AT = 16_384;
/** The kernel reads this many numbers at once. */
const STEP = 16;

/** A slab with this many rows. */
export interface FilledSlab {
  readonly slab: number;
  readonly rows: number;
}

/** Memory for vectors in slabs of one size: what is freed is used again, whatever its vectors' length. */
export interface VectorArena {
  /** The number of a slab that nobody uses; null when all that is allowed is used. */
  allocate(): number | null;
  free(slab: number): void;
  /** Its numbers; the view is good until the next `allocate`. */
  view(slab: number): Float32Array;
  /** Dot products with all rows, in order, into `out`. `stride`: numbers from one row to the next. */
  score(query: Float32Array, slabs: readonly FilledSlab[], stride: number, out: Float32Array): void;
  usedBytes(): number;
  readonly capacityBytes: number;
}

/** Numbers of a row: filled up with zeros to a multiple of what the kernel reads at once. */
export const strideOf = (dimensions: number): number => Math.ceil(dimensions / STEP) * STEP;

/** Memory grows as it is needed, up to `capacityBytes`. `plain`: without WebAssembly. */
export function createVectorArena(capacityBytes: number, { plain = false } = {}): VectorArena {
  const most = Math.min(MOST_SLABS, Math.floor(capacityBytes / SLAB_BYTES));
  const store = (plain ? null : createWasmStore(most)) ?? createPlainStore();
  const unused: number[] = [];
  let made = 0;
  return {
    allocate() {
      const again = unused.pop();
      if (again !== undefined) return again;
      if (made >= most || !store.reach(made + 1)) return null;
      made += 1;
      return made - 1;
    },
    free: (slab) => void unused.push(slab),
    view: store.view,
    score: store.score,
    usedBytes: () => (made - unused.length) * SLAB_BYTES,
    capacityBytes: most * SLAB_BYTES,
  };
}

interface Store extends Pick<VectorArena, 'view' | 'score'> {
  /** False when there is no memory for so many slabs. */
  reach(slabs: number): boolean;
}

function createWasmStore(most: number): Store | null {
  const pagesOf = (slabs: number) => 1 + (slabs * SLAB_BYTES) / PAGE_BYTES;
  const memory = new wasm.Memory({ initial: 1, maximum: pagesOf(most) });
  const kernel = createDotKernel(memory);
  return kernel && wasmStore(memory, kernel, { most, pagesOf });
}

function wasmStore(
  memory: WasmMemory,
  kernel: DotKernel,
  { most, pagesOf }: { readonly most: number; readonly pagesOf: (slabs: number) => number },
): Store {
  const addressOf = (slab: number) => PAGE_BYTES + slab * SLAB_BYTES;
  return {
    reach(slabs) {
      const pages = memory.buffer.byteLength / PAGE_BYTES;
      if (pages >= pagesOf(slabs)) return true;
      try {
        memory.grow(pagesOf(Math.min(most, slabs + GROW_SLABS - 1)) - pages);
        return true;
      } catch {
        // The machine has no more memory: what is kept already is enough to go on.
        return false;
      }
    },
    view: (slab) => new Float32Array(memory.buffer, addressOf(slab), SLAB_FLOATS),
    score(query, slabs, stride, out) {
      const first = new Float32Array(memory.buffer, 0, OUT_AT / 4);
      first.fill(0, 0, stride).set(query);
      let at = 0;
      for (const { slab, rows } of slabs) {
        kernel(0, addressOf(slab), rows, stride * 4, OUT_AT);
        out.set(new Float32Array(memory.buffer, OUT_AT, rows), at);
        at += rows;
      }
    },
  };
}

function createPlainStore(): Store {
  const views: Float32Array[] = [];
  const view = (slab: number): Float32Array => views[slab] ?? new Float32Array();
  return {
    reach(slabs) {
      while (views.length < slabs) views.push(new Float32Array(SLAB_FLOATS));
      return true;
    },
    view,
    score(query, slabs, stride, out) {
      let at = 0;
      for (const { slab, rows } of slabs) {
        const values = view(slab);
        for (let row = 0; row < rows; row += 1) {
          out[at] = dotAt(query, values, row * stride);
          at += 1;
        }
      }
    },
  };
}

/** Dot product in double precision of a vector with the numbers from `offset` on; the same on every machine. */
export function dotAt(query: Float32Array, values: Float32Array, offset: number): number {
  // Four sums at once are four times as fast: each addition need not wait for the one before.
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = query.length & ~3;
  for (let index = 0; index < whole; index += 4) {
    const at = offset + index;
    a += (query[index] as number) * (values[at] as number);
    b += (query[index + 1] as number) * (values[at + 1] as number);
    c += (query[index + 2] as number) * (values[at + 2] as number);
    d += (query[index + 3] as number) * (values[at + 3] as number);
  }
  for (let index = whole; index < query.length; index += 1)
    a += (query[index] as number) * (values[offset + index] as number);
  return a + b + (c + d);
}

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

type DotKernel = (query: number, rows: number, count: number, bytes: number, out: number) => void;

/** The kernel on a memory; null where WebAssembly has no SIMD. */
export function createDotKernel(memory: WasmMemory): DotKernel | null {
  const bytes = Buffer.from(MODULE, 'hex');
  if (!wasm.validate(bytes)) return null;
  const { exports } = new wasm.Instance(new wasm.Module(bytes), { host: { memory } });
  return exports.dot as DotKernel;
}

export const moduleBytes = (): Buffer => Buffer.from(MODULE, 'hex');

/** As much of WebAssembly as is used here; the types of Node.js don't have it. */
interface WasmMemory {
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
