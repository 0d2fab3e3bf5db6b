import { createDotKernel, type DotKernel, type WasmMemory, wasm } from './dot-kernel.ts';

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
