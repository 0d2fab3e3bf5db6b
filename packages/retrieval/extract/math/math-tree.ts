/** An element of mathematics with what it holds. */
export interface MathNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: MathNode[];
  text: string;
}

/** Attributes that say how something is shown: of OMML, then of MathML. */
const ATTRIBUTES = ['val', 'linethickness', 'open', 'close', 'separators', 'display'];
const NODES_MAX = 20_000;
const DEPTH_MAX = 60;

/** Gathers one formula from the elements of a document. Names are without their prefix. */
export class MathCollector {
  private readonly root: MathNode = { name: 'math', attributes: {}, children: [], text: '' };
  private readonly open_: MathNode[] = [this.root];
  private count = 0;
  private dropped = 0;

  /** Whether the element that began the formula is still open. */
  get isOpen(): boolean {
    return this.open_.length > 1 || this.dropped > 0;
  }

  open(name: string, get: (name: string) => string | null): void {
    if (this.dropped > 0 || this.open_.length > DEPTH_MAX || ++this.count > NODES_MAX) {
      this.dropped++;
      return;
    }
    const attributes: Record<string, string> = {};
    for (const attribute of ATTRIBUTES) {
      const value = get(attribute);
      if (value !== null) attributes[attribute] = value;
    }
    const node = { name, attributes, children: [], text: '' };
    this.open_.at(-1)?.children.push(node);
    this.open_.push(node);
  }

  close(): void {
    if (this.dropped > 0) this.dropped--;
    else if (this.open_.length > 1) this.open_.pop();
  }

  text(text: string): void {
    const node = this.open_.at(-1);
    if (node && this.dropped === 0) node.text += text;
  }

  /** The whole formula. */
  formula(): MathNode {
    return this.root;
  }
}
