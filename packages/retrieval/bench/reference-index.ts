import { analyse, CHANNELS } from '../analyse/analyse.ts';
import { isStopTerm } from '../analyse/stop-words.ts';
import { SMALL_BASE } from '../rank/search.ts';

/** A found chunk of the reference index. */
export interface ReferenceHit<Id> {
  readonly id: Id;
  readonly score: number;
  readonly confidence: number;
}

const WEIGHTS = [1.5, 1.5, 1.5, 1, 0.6, 0.6, 1.5, 1.5];
const K1 = 1;
const B = 0.9;

/**
 * The same ranking in the plainest form: maps in memory, nothing stored, nothing merged. Tests hold the
 * stored index against it; the bench uses it as the speed to compare with.
 */
export class ReferenceIndex<Id> {
  private readonly chunks = new Map<Id, { lengths: number[]; terms: string[] }>();
  private readonly postings = new Map<string, Map<Id, number>>();

  get size(): number {
    return this.chunks.size;
  }

  add(id: Id, { title, text }: { readonly title: string; readonly text: string }): void {
    this.remove(id);
    const body = analyse(text);
    const head = analyse(title);
    const lengths = CHANNELS.map((channel) => body[channel].length + 2 * head[channel].length);
    const counts = new Map<string, number>();
    for (const channel of CHANNELS) {
      for (const term of body[channel]) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of head[channel]) counts.set(term, (counts.get(term) ?? 0) + 2);
    }
    for (const [term, count] of counts) {
      const found = this.postings.get(term) ?? new Map<Id, number>();
      this.postings.set(term, found.set(id, count));
    }
    this.chunks.set(id, { lengths, terms: [...counts.keys()] });
  }

  remove(id: Id): void {
    for (const term of this.chunks.get(id)?.terms ?? []) this.postings.get(term)?.delete(id);
    this.chunks.delete(id);
  }

  search(query: string, limit: number): ReferenceHit<Id>[] {
    const scores = new Map<Id, number>();
    const trusted = new Map<Id, number>();
    const rarityAmong = (chunks: number, found: number) =>
      Math.log(1 + (chunks - found + 0.5) / (found + 0.5));
    const averages = this.averages();
    let attainable = 0;
    for (const [index, channel] of CHANNELS.entries()) {
      const counts = new Map<string, number>();
      for (const term of analyse(query)[channel]) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const [term, count] of counts) {
        const found = this.postings.get(term) ?? new Map<Id, number>();
        const weight = (WEIGHTS[index] ?? 0) * count * (isStopTerm(term) ? 0.2 : 1) * (K1 + 1);
        const most = weight * rarityAmong(this.chunks.size, found.size);
        const mostTrusted = weight * rarityAmong(Math.max(this.chunks.size, SMALL_BASE), found.size);
        attainable += mostTrusted;
        for (const [id, frequency] of found) {
          const length = (this.chunks.get(id)?.lengths[index] ?? 0) / (averages[index] ?? 1);
          const share = frequency / (frequency + K1 * (1 - B + B * length));
          scores.set(id, (scores.get(id) ?? 0) + most * share);
          trusted.set(id, (trusted.get(id) ?? 0) + mostTrusted * share);
        }
      }
    }
    return [...scores]
      .sort(([, one], [, other]) => other - one)
      .slice(0, limit)
      .map(([id, score]) => ({ id, score, confidence: (trusted.get(id) ?? 0) / attainable }));
  }

  private averages(): number[] {
    return CHANNELS.map((_, index) => {
      const lengths = [...this.chunks.values()]
        .map((chunk) => chunk.lengths[index] ?? 0)
        .filter((l) => l > 0);
      return lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1);
    });
  }
}
