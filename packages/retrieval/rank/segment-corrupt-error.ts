/** Thrown when stored index bytes are not what was written. The cure is to rebuild the segment. */
export class SegmentCorruptError extends Error {
  readonly code = 'segment_corrupt';

  constructor(problem: string) {
    super(`Index block is corrupt: ${problem}`);
    this.name = 'SegmentCorruptError';
  }
}
